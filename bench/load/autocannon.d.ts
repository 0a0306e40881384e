/** The part of autocannon that the bench uses; the package brings no types. */
declare module 'autocannon' {
  export interface LoadRequest {
    /** Called before each request but the first of a connection, for which it is called as well. */
    readonly setupRequest: (request: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  }

  export interface LoadOptions {
    readonly url: string;
    readonly method: 'GET' | 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly connections: number;
    /** Seconds; unless `amount` bounds the run. */
    readonly duration?: number;
    /** Requests. */
    readonly amount?: number;
    /** After so many requests a connection is closed, and another one opened. */
    readonly reconnectRate: number;
    /** Milliseconds between two looks at the clock; a run ends at the first look past its duration. */
    readonly sampleInt: number;
    readonly requests: readonly LoadRequest[];
    /** Sees the body of every answer; one it does not accept counts as a mismatch. */
    readonly verifyBody: (body: string) => boolean;
  }

  export interface LoadResult {
    /** Seconds the run really took. */
    readonly duration: number;
    readonly errors: number;
    readonly timeouts: number;
    readonly mismatches: number;
    readonly non2xx: number;
    readonly requests: { readonly total: number };
    /** Milliseconds. */
    readonly latency: { readonly p99: number };
  }

  export default function autocannon(options: LoadOptions): Promise<LoadResult>;
}
