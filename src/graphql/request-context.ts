/** Who is calling: an API key that was presented and is valid now. */
export interface Caller {
  /** A UUID of ours. Two callers with different ids are two people, as far as Purser can know. */
  readonly id: string;
  readonly name: string;
  readonly scopes: ReadonlySet<string>;
  /** When the key stops working by itself; null for a key without an end. */
  readonly expiresAt: Date | null;
}

/** What every resolver, guard and loader gets as the GraphQL context, the same on both transports. */
export interface GraphqlContext {
  /** Null never reaches a resolver: both transports refuse first. The type keeps guards honest about it. */
  readonly caller: Caller | null;
  /** Ours, never the client's: it names the request in logs, and answers carry it as `x-request-id`. */
  readonly requestId: string;
  readonly transport: 'http' | 'ws';
  readonly clientAddress: string;
}

/**
 * Turns a presented credential into a caller. Declared here and implemented by the module that keeps the API keys,
 * since this folder lies below it.
 */
export abstract class CallerAuthenticator {
  /**
   * The caller behind an `Authorization` header, or null when it is absent, malformed, unknown, expired or revoked.
   * Rejects only when the answer cannot be known. Live sockets ask again and again, so it must read the current state.
   */
  abstract authenticate(authorization: string | undefined): Promise<Caller | null>;
}
