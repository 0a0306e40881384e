/** Types for the part of autocannon that the bench uses, because the package contains no types. */
declare module 'autocannon' {
  export interface LoadRequest {
    /** Called before each request, including the first request on a connection. */
    readonly setupRequest: (request: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  }

  export interface LoadOptions {
    readonly url: string;
    readonly method: 'GET' | 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly connections: number;
    /** Seconds; ignored if `amount` is set. */
    readonly duration?: number;
    /** Number of requests. */
    readonly amount?: number;
    /** Number of requests after which a connection is replaced. */
    readonly reconnectRate: number;
    /** Milliseconds between two checks of the clock. A run ends at the first check after `duration` has passed. */
    readonly sampleInt: number;
    readonly requests: readonly LoadRequest[];
    /** Called with the body of every answer. Counts a mismatch if it returns false. */
    readonly verifyBody: (body: string) => boolean;
  }

  export interface LoadResult {
    /** Actual duration of the run in seconds. */
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
