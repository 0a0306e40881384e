import type { RecordOf } from './book-record.schema.js';

/**
 * Bounds the memory of a sandbox under load. 10,000 requests are a fault campaign of several minutes, about 4 MB. Older
 * ones stay in the journal and in the counters.
 */
const REQUESTS_KEPT = 10_000;

/** A received request. `answeredAt` is null until it is answered, and stays null if it hangs or is dropped. */
export interface BookedRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint: string;
  readonly receivedAt: string;
  readonly merchantId: string | null;
  readonly fault: string | null;
  readonly status: number | null;
  readonly answeredAt: string | null;
}

/** The newest {@link REQUESTS_KEPT} requests, and the number of all requests by endpoint. */
export class RequestLog {
  private readonly requests = new Map<string, BookedRequest>();
  private readonly counters = new Map<string, number>();
  /** Arrival times of the last second, in milliseconds. */
  private lastSecond: number[] = [];
  private mostInASecond = 0;

  /** Highest number of requests within any one second. */
  get busiestSecond(): number {
    return this.mostInASecond;
  }

  list(): readonly BookedRequest[] {
    return [...this.requests.values()];
  }

  countByEndpoint(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.counters);
  }

  received({ id, at, method, path, endpoint }: RecordOf<'request.received'>): void {
    this.counters.set(endpoint, (this.counters.get(endpoint) ?? 0) + 1);
    const now = Date.parse(at);
    this.lastSecond = [...this.lastSecond.filter((then) => then > now - 1_000), now];
    this.mostInASecond = Math.max(this.mostInASecond, this.lastSecond.length);
    this.requests.set(id, {
      id,
      method,
      path,
      endpoint,
      receivedAt: at,
      merchantId: null,
      fault: null,
      status: null,
      answeredAt: null,
    });
    const [oldest] = this.requests.keys();
    if (this.requests.size > REQUESTS_KEPT && oldest !== undefined) this.requests.delete(oldest);
  }

  answered({ id, at, merchantId, fault, status }: RecordOf<'request.answered'>): void {
    const request = this.requests.get(id);
    if (request === undefined) return;
    this.requests.set(id, { ...request, merchantId, fault, status, answeredAt: status === null ? null : at });
  }

  clear(): void {
    this.requests.clear();
    this.counters.clear();
    this.lastSecond = [];
    this.mostInASecond = 0;
  }
}
