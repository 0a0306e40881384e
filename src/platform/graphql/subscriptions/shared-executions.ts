import type { Caller, GraphqlContext } from '../request-context.js';
import { EventExecution, type EventResult } from './event-execution.js';
import type { PreparedSubscription } from './subscription-intake.js';

// How long a result is shared once it exists. Clients that keep up send an event within milliseconds of each other; ten
// thousand clients on two cores take half a second. A slower client gets the object's current state instead.
const SHARED_FOR_MS = 1_000;

/** An event in the form in which it is sent to all subscribers with the same request. */
export interface EventAnswer {
  /** The payload of a `next` message as UTF-8 JSON, encoded once for all subscribers. */
  readonly payload: Buffer;
  /** Whether the event failed completely, so that a client must not resume after it. */
  readonly isUnreadable: boolean;
}

interface KeptAnswer {
  /**
   * Infinite while the event is executing: a late subscriber would otherwise execute it again and never catch up with
   * the others, because their reads would wait for each other.
   */
  sharedUntil: number;
  /**
   * A promise is replaced by its value once it is settled, because thousands of waiting subscribers would each be woken
   * separately.
   */
  answer: EventAnswer | Promise<EventAnswer>;
}

interface Group {
  members: number;
  /** Keyed by the event object, which all live subscribers share. Replays create separate event objects. */
  readonly answers: WeakMap<object, KeptAnswer>;
  readonly execution: EventExecution;
}

export interface SharedExecution {
  answer(event: unknown): EventAnswer | Promise<EventAnswer>;
  leave(): void;
}

/**
 * Executes an event only once for all subscriptions that must get the same result: those of one caller with the same
 * rights, address, document, operation and variables. Positions, and whether an event is sent at all, are decided per
 * subscription.
 */
export class SharedExecutions {
  readonly #groups = new Map<string, Group>();

  constructor(
    private readonly present: (result: EventResult) => EventAnswer,
    /** Called before an event is delivered, after its payload was loaded. */
    private readonly keepFresh: (caller: Caller) => Promise<void> | void,
  ) {}

  join({ args, events, identity }: PreparedSubscription, context: GraphqlContext): SharedExecution {
    const { caller, clientAddress } = context;
    const key = JSON.stringify([identity, caller && rightsOf(caller), clientAddress]);
    const group = this.#groups.get(key) ?? {
      members: 0,
      answers: new WeakMap<object, KeptAnswer>(),
      execution: new EventExecution(events, args.document, caller),
    };
    this.#groups.set(key, group);
    group.members += 1;
    return {
      answer: (event) => this.#answer(group, context, event),
      leave: () => {
        group.members -= 1;
        if (group.members === 0) this.#groups.delete(key);
      },
    };
  }

  #answer({ answers, execution }: Group, context: GraphqlContext, event: unknown): EventAnswer | Promise<EventAnswer> {
    if (typeof event !== 'object' || event === null) return this.#carryOut(execution, context, event);
    const kept = answers.get(event);
    if (kept && performance.now() < kept.sharedUntil) return kept.answer;
    const fresh: KeptAnswer = { sharedUntil: Infinity, answer: this.#carryOut(execution, context, event) };
    answers.set(event, fresh);
    const settle = (answer: EventAnswer): void => {
      fresh.answer = answer;
      fresh.sharedUntil = performance.now() + SHARED_FOR_MS;
    };
    if (!(fresh.answer instanceof Promise)) settle(fresh.answer);
    // Callers get the error from the promise itself.
    else fresh.answer.then(settle, () => answers.delete(event));
    return fresh.answer;
  }

  #carryOut(execution: EventExecution, context: GraphqlContext, event: unknown): EventAnswer | Promise<EventAnswer> {
    const { caller } = context;
    const finish = (result: EventResult): EventAnswer | Promise<EventAnswer> => {
      const kept = caller && this.keepFresh(caller);
      const answer = this.present(result);
      return kept ? kept.then(() => answer) : answer;
    };
    const result = execution.execute(event, context);
    return result instanceof Promise ? result.then(finish) : finish(result);
  }
}

/** Everything about a caller that a result can depend on. When a session was last used is left out. */
function rightsOf({ expiresAt, secretHash, session, scopes, ...rest }: Caller): unknown {
  return [
    rest,
    [...scopes].toSorted(),
    expiresAt?.getTime() ?? null,
    secretHash?.toString('base64') ?? null,
    session?.secretHash.toString('base64') ?? null,
  ];
}
