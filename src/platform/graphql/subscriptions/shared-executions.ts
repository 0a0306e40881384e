import { execute, type ExecutionArgs, type ExecutionResult } from 'graphql';
import type { Caller, GraphqlContext } from '../request-context.js';
import type { PreparedSubscription } from './subscription-intake.js';

// After it is there. A slow client may come to an event seconds after all others, and is shown the object as it is then.
// Clients that keep up come to it within milliseconds of each other; ten thousand of them on two cores within half a
// second.
const SHARED_FOR_MS = 1_000;

/** An event as it is sent: to all who ask the same, the same text. */
export interface EventAnswer {
  /** The payload of a `next` message, as JSON in UTF-8: turned into bytes once for all. */
  readonly payload: Buffer;
  /** Whether it is nothing but a fault, so that a client must not go on behind it. */
  readonly isUnreadable: boolean;
}

interface KeptAnswer {
  /**
   * For ever while it is being carried out: who came to it late would have it carried out as well, and never again come
   * to an event with the others. Their reads then wait for each other, and all fall behind.
   */
  sharedUntil: number;
  /** No promise any more once it is there: thousands who wait for one would each be woken by themselves. */
  answer: EventAnswer | Promise<EventAnswer>;
}

/** The subscriptions of one caller that ask for the same. */
interface Group {
  members: number;
  /** By the event itself: all subscribers who are live are handed the same object, those who replay each their own. */
  readonly answers: WeakMap<object, KeptAnswer>;
}

/** A subscription among those that are equal. */
export interface SharedExecution {
  answer(event: unknown): EventAnswer | Promise<EventAnswer>;
  leave(): void;
}

/**
 * Carries out an event once for all subscriptions whose answers cannot differ. They are those of the same caller, with
 * the same rights, from the same address, with the same document, operation and variables. Where each of them stands,
 * and whether it is told of an event at all, is decided for each.
 */
export class SharedExecutions {
  readonly #groups = new Map<string, Group>();

  constructor(
    private readonly present: (result: ExecutionResult) => EventAnswer,
    /** Called before a caller is told of an event, and once what is told has been read. */
    private readonly keepFresh: (caller: Caller) => Promise<void> | void,
  ) {}

  join(args: ExecutionArgs, subscription: PreparedSubscription): SharedExecution {
    const { caller, clientAddress } = args.contextValue as GraphqlContext;
    const key = JSON.stringify([subscription.identity, caller && rightsOf(caller), clientAddress]);
    const group = this.#groups.get(key) ?? { members: 0, answers: new WeakMap<object, KeptAnswer>() };
    this.#groups.set(key, group);
    group.members += 1;
    return {
      answer: (event) => this.#answer(group, args, event),
      leave: () => {
        group.members -= 1;
        if (group.members === 0) this.#groups.delete(key);
      },
    };
  }

  #answer({ answers }: Group, args: ExecutionArgs, event: unknown): EventAnswer | Promise<EventAnswer> {
    if (typeof event !== 'object' || event === null) return this.#carryOut(args, event);
    const kept = answers.get(event);
    if (kept && performance.now() < kept.sharedUntil) return kept.answer;
    const fresh: KeptAnswer = { sharedUntil: Infinity, answer: this.#carryOut(args, event) };
    answers.set(event, fresh);
    const settle = (answer: EventAnswer): void => {
      fresh.answer = answer;
      fresh.sharedUntil = performance.now() + SHARED_FOR_MS;
    };
    if (!(fresh.answer instanceof Promise)) settle(fresh.answer);
    // The callers learn of a failure by the promise.
    else fresh.answer.then(settle, () => answers.delete(event));
    return fresh.answer;
  }

  #carryOut(args: ExecutionArgs, event: unknown): EventAnswer | Promise<EventAnswer> {
    const { caller } = args.contextValue as GraphqlContext;
    const finish = (result: ExecutionResult): EventAnswer | Promise<EventAnswer> => {
      const kept = caller && this.keepFresh(caller);
      const answer = this.present(result);
      return kept ? kept.then(() => answer) : answer;
    };
    const result = execute({ ...args, rootValue: event });
    return result instanceof Promise ? result.then(finish) : finish(result);
  }
}

/** All of a caller that an answer could depend on. Use of a session alone leaves them who they are. */
function rightsOf({ expiresAt, secretHash, session, scopes, ...rest }: Caller): unknown {
  return [
    rest,
    [...scopes].toSorted(),
    expiresAt?.getTime() ?? null,
    secretHash?.toString('base64') ?? null,
    session?.secretHash.toString('base64') ?? null,
  ];
}
