import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  Kind,
} from 'graphql';
import { CloseCode, type Context, makeServer, type OperationResult, type Server } from 'graphql-ws';
import { newId } from '../../../common/ids.js';
import { isDatabaseAway } from '../../database/connection/passing-errors.js';
import type { ApiReads } from '../../database/api-reads.js';
import type { ErrorFormatter } from '../errors/error-formatter.js';
import {
  AccessRefusedError,
  type Caller,
  type CallerAuthenticator,
  type Credentials,
  type GraphqlContext,
  SESSION_ENDED,
} from '../request-context.js';
import { CallerWatch } from './caller-watch.js';
import { EventDelivery } from './event-delivery.js';
import type { EventResult } from './event-execution.js';
import type { GuardedSocket } from './guarded-socket.js';
import { ResumeError } from '../errors/resume-error.js';
import { type EventAnswer, SharedExecutions } from './shared-executions.js';
import type { PreparedSubscription, SubscriptionIntake } from './subscription-intake.js';
import type { SubscriptionsOptions } from './subscriptions-options.js';
import { credentialsOf, HOW_TO_SEND_A_KEY } from './socket-credentials.js';
import type { SocketEntry } from './upgrade-gate.js';

// The close code for "try again later" in the registry of RFC 6455. After a 1011 the common clients give up
// permanently.
export const TRY_AGAIN_LATER = 1013;

const NO_DOCUMENT: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };

const TAIL = Buffer.from('}');

const UNREADABLE = 'An event could not be read: resume with the last cursor';

/** What is known about a socket: its origin and its caller. */
export interface SocketSession {
  readonly socket: GuardedSocket;
  readonly clientAddress: string;
  /** From the cookie, if one of our own pages opened the socket. */
  readonly sessionSecret: string | undefined;
  /** The header in the upgrade request; undefined for a browser. */
  readonly authorization: string | undefined;
  readonly entry: SocketEntry;
  caller: Caller | null;
  watch: CallerWatch | null;
  isClosed: boolean;
}

type SessionContext = Context<Record<string, unknown>, SocketSession>;

/**
 * Serves the graphql-transport-ws protocol with our rules for who may connect, what they may subscribe to, and how
 * errors are formatted.
 */
export function createProtocolServer({
  schema,
  authenticator,
  intake,
  formatter,
  options,
  reads,
}: {
  readonly schema: GraphQLSchema;
  readonly authenticator: CallerAuthenticator;
  readonly intake: SubscriptionIntake;
  readonly formatter: ErrorFormatter;
  readonly options: SubscriptionsOptions;
  readonly reads: ApiReads | null;
}): Server<SocketSession> {
  const connect = async ({ connectionParams, extra: session }: SessionContext): Promise<boolean> => {
    const credentials = credentialsOf(connectionParams, session);
    try {
      session.caller = await authenticator.authenticate(credentials, session.clientAddress);
    } catch (error) {
      if (error instanceof AccessRefusedError) {
        const isForNow = error.code !== 'UNAUTHENTICATED';
        session.socket.close(isForNow ? TRY_AGAIN_LATER : CloseCode.Forbidden, error.message);
        return false;
      }
      formatter.format(error);
      // The client can reconnect, and its key can be checked, once the database is back.
      if (isDatabaseAway(error)) session.socket.close(TRY_AGAIN_LATER, 'Try again later');
      else session.socket.close(CloseCode.InternalServerError, 'Internal server error');
      return false;
    }
    // If the socket was closed while the key was looked up, a watch started now would never be stopped.
    if (session.isClosed) return false;
    if (session.caller === null) {
      session.socket.close(CloseCode.Forbidden, refusalOf(credentials));
      return false;
    }
    session.entry.introduce();
    session.watch = new CallerWatch({
      credentials,
      clientAddress: session.clientAddress,
      caller: session.caller,
      authenticator,
      recheckMs: options.revocationCheckMs,
      onLost: (reason) => {
        session.socket.close(CloseCode.Unauthorized, reason);
      },
      onFault: (error) => formatter.format(error),
    });
    session.watch.start();
    return true;
  };

  const format = (errors: readonly GraphQLError[]): GraphQLFormattedError[] =>
    errors.map((error) => formatter.format(error));
  const present = (result: EventResult): EventAnswer => {
    if (typeof result === 'string') return { payload: Buffer.from(`{"data":${result}}`), isUnreadable: false };
    const { data, errors } = result;
    const shown = errors && format(errors);
    const payload = { ...(data !== undefined && { data }), ...(shown && { errors: shown }) };
    // An event that failed completely is sent without a cursor, because a client that resumed after it would never see
    // it.
    return {
      payload: Buffer.from(JSON.stringify(payload)),
      isUnreadable: (data ?? null) === null && shown?.some(isFault) === true,
    };
  };
  const executions = new SharedExecutions(present, ({ id }) => reads?.keepFresh(id));
  /** Keyed by the arguments object that the protocol library passes from hook to hook. */
  const prepared = new WeakMap<ExecutionArgs, PreparedSubscription>();

  return makeServer<Record<string, unknown>, SocketSession>({
    schema,
    connectionInitWaitTimeout: options.initTimeoutMs,
    onConnect: connect,
    onSubscribe: ({ subscriptions, extra: { caller } }, _id, payload) => {
      // The subscription that is being opened is already included.
      if (Object.keys(subscriptions).length > options.maxSubscriptionsPerSocket) {
        const message = `A socket carries at most ${options.maxSubscriptionsPerSocket} subscriptions.`;
        return [new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } })];
      }
      try {
        if (caller) authenticator.admit(caller, 'any');
      } catch (error) {
        return [error as GraphQLError];
      }
      const subscription = intake.prepare(payload);
      if (!('args' in subscription)) return subscription;
      prepared.set(subscription.args, subscription);
      return subscription.args;
    },
    // Returns only the raw events. Each event is executed when it is sent.
    subscribe: (args) => createSourceEventStream(args) as OperationResult,
    onOperation: ({ extra: { socket } }, id, _payload, args, result) => {
      const subscription = prepared.get(args);
      if (!subscription || !(Symbol.asyncIterator in result)) return undefined;
      const execution = executions.join(subscription, args.contextValue as GraphqlContext);
      // The library keeps these arguments for as long as the subscription lasts, and never reads the document again. An
      // empty document saves the memory.
      args.document = NO_DOCUMENT;
      const head = Buffer.from(`{"id":${JSON.stringify(id)},"type":"next","payload":`);
      const send = ({ payload, isUnreadable }: EventAnswer): Promise<void> | void => {
        if (isUnreadable) socket.close(TRY_AGAIN_LATER, UNREADABLE);
        return socket.sendParts([head, payload, TAIL]);
      };
      const carryOut = (event: unknown): Promise<void> | void => {
        const answer = execution.answer(event);
        return answer instanceof Promise ? answer.then(send) : send(answer);
      };
      return new EventDelivery(result[Symbol.asyncIterator](), carryOut, () => {
        execution.leave();
      });
    },
    context: ({ extra: session }): GraphqlContext & Record<string, unknown> => ({
      caller: session.caller,
      requestId: newId(),
      transport: 'ws',
      clientAddress: session.clientAddress,
    }),
    // Only used for a subscription that fails to start.
    onNext: (_context, _id, _payload, _args, { data, errors }) => ({
      ...(data !== undefined && { data }),
      ...(errors && { errors: format(errors) }),
    }),
    onError: ({ extra: { socket } }, _id, _payload, errors) => {
      // An error message would end this subscription without telling the client to resume.
      const resume = errors.map(({ originalError }) => originalError).find((cause) => cause instanceof ResumeError);
      const shown = resume ? [] : format(errors);
      if (resume) socket.close(TRY_AGAIN_LATER, resume.message);
      else if (shown.some(isFault)) socket.close(TRY_AGAIN_LATER, UNREADABLE);
      return shown;
    },
  });
}

function refusalOf({ authorization, sessionSecret }: Credentials): string {
  const isSession = authorization === undefined && sessionSecret !== undefined;
  return isSession ? SESSION_ENDED : HOW_TO_SEND_A_KEY;
}

// Errors after which the event may be readable the next time.
const FAULTS: ReadonlySet<unknown> = new Set([
  'INTERNAL_SERVER_ERROR',
  'READ_TIMED_OUT',
  'DATABASE_BUSY',
  'DATABASE_UNAVAILABLE',
]);

function isFault({ extensions }: GraphQLFormattedError): boolean {
  return FAULTS.has(extensions?.['code']);
}
