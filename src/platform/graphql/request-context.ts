import { GraphQLError, type GraphQLSchema } from 'graphql';

/** An authenticated caller: an API key or a person. */
export interface Caller {
  /** A UUID of Purser's. Callers with different ids count as different people. */
  readonly id: string;
  readonly kind: 'API_KEY' | 'PERSON';
  readonly name: string;
  /** Names of roles in `src/access/scopes/`. Their scopes are included in `scopes`. */
  readonly roles: readonly string[];
  readonly scopes: ReadonlySet<string>;
  /** Merchant accounts that the caller sees and acts for; empty for all. */
  readonly accountIds: readonly string[];
  /** When the key expires; null if it does not. */
  readonly expiresAt: Date | null;
  /** Keyed hash of the presented secret, because a key may have two at a time. Null for a person. */
  readonly secretHash: Buffer | null;
  /** The dashboard session used instead of the key; null if the credential itself was presented. */
  readonly session: CallerSession | null;
}

export interface CallerSession {
  readonly id: string;
  readonly secretHash: Buffer;
  readonly usedAt: Date;
  readonly endsAt: Date;
}

/** The credentials of one request. The header takes precedence over any cookie. */
export interface Credentials {
  readonly authorization: string | undefined;
  /** The secret of a dashboard session, from the cookie of one of our own pages. */
  readonly sessionSecret: string | undefined;
}

/** The GraphQL context on both transports. */
export interface GraphqlContext {
  /** Null without a credential, which only open operations accept. */
  readonly caller: Caller | null;
  /** Ours, never the client's. It is in every log line, and in the response as `x-request-id`. */
  readonly requestId: string;
  readonly transport: 'http' | 'ws';
  readonly clientAddress: string;
}

/** `IDENTITY_UNAVAILABLE`: the identity provider does not respond. */
const STATUSES = { UNAUTHENTICATED: 401, RATE_LIMITED: 429, IDENTITY_UNAVAILABLE: 503 } as const;

export const PERSON_BLOCKED = 'You are blocked; ask an administrator.';

export const SESSION_ENDED = 'The session has ended; sign in again.';

/** Why a caller with a possibly valid key is refused. The message may be shown. */
export class AccessRefusedError extends GraphQLError {
  override readonly name = 'AccessRefusedError';

  /** @param retryAfterSeconds null if waiting does not help */
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
 * Authenticates callers. Declared here and implemented by the module with the API keys, because this folder is below
 * it.
 */
export abstract class CallerAuthenticator {
  /**
   * Returns the caller of these credentials, or null if they are absent, malformed, unknown, expired or revoked. Counts
   * as a use of a session. Any other error means that the answer is unknown.
   * @throws AccessRefusedError for a reason that may be told
   */
  abstract authenticate(credentials: Credentials, clientAddress: string): Promise<Caller | null>;

  /**
   * Re-resolves a socket's credentials; null once they are invalid. Called repeatedly, so it reads the current state.
   * It neither respects nor uses up limits, or an address that was throttled would keep the sockets of a revoked key.
   * Nor does it use a session, or an unattended page would keep one alive.
   */
  abstract recheck(credentials: Credentials, clientAddress: string): Promise<Caller | null>;

  /**
   * Whether a caller without a credential may run this document, which counts as a failed attempt until proven
   * otherwise.
   * @throws AccessRefusedError RATE_LIMITED
   */
  abstract admitStranger(document: string, clientAddress: string): boolean;

  /**
   * Counts an operation before it is parsed.
   * @param kind `read` if it certainly changes nothing
   * @throws AccessRefusedError RATE_LIMITED
   */
  abstract admit(caller: Caller, kind: 'read' | 'any'): void;

  /**
   * Waits for one of the caller's slots, and returns the function that frees it.
   * @throws AccessRefusedError RATE_LIMITED
   */
  abstract begin(caller: Caller, kind: 'read' | 'change'): Promise<() => void>;
}

/** Guards a schema's resolvers. Declared here and implemented like the authenticator. */
export abstract class SchemaProtector {
  abstract protect(schema: GraphQLSchema): GraphQLSchema;
}
