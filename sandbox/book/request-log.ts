import type { RecordOf } from './book-record.schema.js';

/**
 * A sandbox left running under load must not grow without end. 10,000 requests are a fault campaign of several
 * minutes, at about 4 MB; older ones leave the memory but stay in the journal and in the counters.
 */
const REQUESTS_KEPT = 10_000;

/** A request the sandbox received. `answeredAt` is null while it waits, for ever when it hangs or was dropped. */
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

/** The requests received, newest {@link REQUESTS_KEPT}, and how many came to each endpoint in all. */
export class RequestLog {
  private readonly requests = new Map<string, BookedRequest>();
  private readonly counters = new Map<string, number>();
  /** When the requests of the last second came, in milliseconds. */
  private lastSecond: number[] = [];
  private mostInASecond = 0;

  /** The most requests that came within one second, wherever it begins. */
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
