import { GraphQLError, type GraphQLSchema } from 'graphql';

/** Who is calling: an API key, or a person, whose credential was presented and is valid now. */
export interface Caller {
  /** A UUID of Purser's. Two callers with different ids are two people, as far as Purser can know. */
  readonly id: string;
  readonly kind: 'API_KEY' | 'PERSON';
  readonly name: string;
  /** By their names in `src/access/scopes/`; their scopes are among `scopes`. */
  readonly roles: readonly string[];
  readonly scopes: ReadonlySet<string>;
  /** The merchant accounts that the caller sees and acts for; empty for all of them. */
  readonly accountIds: readonly string[];
  /** When the key stops working by itself; null for a key without an end. */
  readonly expiresAt: Date | null;
  /** The keyed hash of the secret that was presented: a key may have two at a time. Null for a person. */
  readonly secretHash: Buffer | null;
  /** The dashboard session that stood for the key; null when the credential itself was presented. */
  readonly session: CallerSession | null;
}

/** A dashboard session that a caller came with. */
export interface CallerSession {
  readonly id: string;
  /** The keyed hash of its secret. */
  readonly secretHash: Buffer;
  readonly usedAt: Date;
  /** When it ends unless it is used again. */
  readonly endsAt: Date;
}

/** The credentials of one request. The header decides alone where there is one, whatever cookie comes with it. */
export interface Credentials {
  readonly authorization: string | undefined;
  /** The secret of a dashboard session, as a page of Purser's own may send it in its cookie. */
  readonly sessionSecret: string | undefined;
}

/** The GraphQL context of every resolver, guard and loader, the same on both transports. */
export interface GraphqlContext {
  /** Null for somebody without a credential, who gets no further than to an operation that is open to everybody. */
  readonly caller: Caller | null;
  /** Ours, never the client's: it names the request in logs, and answers carry it as `x-request-id`. */
  readonly requestId: string;
  readonly transport: 'http' | 'ws';
  readonly clientAddress: string;
}

/** `IDENTITY_UNAVAILABLE`: whoever vouches for the caller cannot be asked now. */
const STATUSES = { UNAUTHENTICATED: 401, RATE_LIMITED: 429, IDENTITY_UNAVAILABLE: 503 } as const;

export const PERSON_BLOCKED = 'You are blocked; ask an administrator.';

export const SESSION_ENDED = 'The session has ended; sign in again.';

/** Why somebody is refused who may hold a valid key, to be told as it is. */
export class AccessRefusedError extends GraphQLError {
  override readonly name = 'AccessRefusedError';

  /** @param retryAfterSeconds when to come back; null when waiting does not help */
  constructor(
    message: string,
    readonly code: keyof typeof STATUSES,
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message, { extensions: { code, http: { status: STATUSES[code] } } });
  }

  get status(): number {
    return STATUSES[this.code];
  }
}

/**
 * Turns a presented credential into a caller. Declared here and implemented by the module that keeps the API keys,
 * since this folder lies below it.
 */
export abstract class CallerAuthenticator {
  /**
   * The caller with these credentials, or null when they are absent, malformed, unknown, expired or revoked. It counts
   * as a use of a session. Rejects with another error only when the answer cannot be known.
   *
   * @throws AccessRefusedError when there is more to say than that
   */
  abstract authenticate(credentials: Credentials, clientAddress: string): Promise<Caller | null>;

  /**
   * Who the credentials that a socket was opened with stand for by now, or null when they open nothing any more. Live
   * sockets ask again and again, so it must read the current state. Nothing is presented here: it asks no limit and
   * counts for none, or an address that is told to wait would keep the sockets of a revoked key. Nor is it a use of a
   * session, or a page that nobody looks at would keep one.
   */
  abstract recheck(credentials: Credentials, clientAddress: string): Promise<Caller | null>;

  /**
   * Whether somebody without a credential may run this document, which counts as a guess of theirs.
   *
   * @throws AccessRefusedError RATE_LIMITED
   */
  abstract admitStranger(document: string, clientAddress: string): boolean;

  /**
   * Counts one operation of a caller, before anybody looks at it.
   *
   * @param kind `read` when it is sure to change nothing
   * @throws AccessRefusedError RATE_LIMITED when it is one too many
   */
  abstract admit(caller: Caller, kind: 'read' | 'any'): void;

  /**
   * Waits until a caller may have one more query or mutation under way, and gives what ends it.
   *
   * @throws AccessRefusedError RATE_LIMITED when too many are
   */
  abstract begin(caller: Caller, kind: 'read' | 'change'): Promise<() => void>;
}

/** Closes what of a schema a caller may not see. Declared here and implemented like the authenticator. */
export abstract class SchemaProtector {
  /** The same schema, with its resolvers guarded. */
  abstract protect(schema: GraphQLSchema): GraphQLSchema;
}
