import type { IncomingMessage, ServerResponse } from 'node:http';
import { percentile } from '../../test/rig/report/spread.js';

export const POLL_EVERY_SECONDS = 5;

/** How many milliseconds late polls were. A poll is due one interval after the previous poll of the same order. */
export interface Lateness {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface PollsSeen {
  readonly polls: number;
  readonly orders: number;
  /** Time of the last poll, in milliseconds since 1970. */
  readonly lastAt: number;
  /** Lateness of all polls except the first poll of each order; null if there were no others. */
  readonly lateness: Lateness | null;
}

interface SeenPoll {
  readonly id: string;
  readonly at: number;
  readonly latenessMs: number | null;
}

const STATUS_PATH = /^\/v1\/orders\/([0-9a-f-]{36})\/h2h\/status$/;

const LOG_PATH = /^\/h2h-polls(?:\?from=(\d+)&to=(\d+))?$/;

const STILL_GOING_ON = '{"isSmsRequired":false,"status":"PROCESSING"}';

const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Answers every poll immediately with the same content. Records when each poll arrives, because only the provider sees
 * the actual times.
 */
export class H2hPollLog {
  readonly #seen: SeenPoll[] = [];
  readonly #lastAt = new Map<string, number>();

  /**
   * Answers a request about polls: a poll, a read of the record, or `DELETE` to clear it. Returns false for other
   * requests.
   */
  answers({ method, url = '' }: IncomingMessage, response: ServerResponse): boolean {
    const id = STATUS_PATH.exec(url)?.[1];
    if (id !== undefined) {
      this.note(id);
      response.writeHead(200, JSON_TYPE).end(STILL_GOING_ON);
      return true;
    }
    const wanted = LOG_PATH.exec(url);
    if (!wanted) return false;
    if (method === 'DELETE') this.forget();
    const [, from = 0, to = Infinity] = wanted;
    response.writeHead(200, JSON_TYPE).end(JSON.stringify(this.seenBetween(Number(from), Number(to))));
    return true;
  }

  private note(id: string): void {
    const at = performance.timeOrigin + performance.now();
    const before = this.#lastAt.get(id);
    this.#lastAt.set(id, at);
    this.#seen.push({ id, at, latenessMs: before === undefined ? null : at - before - POLL_EVERY_SECONDS * 1_000 });
  }

  private forget(): void {
    this.#seen.length = 0;
    this.#lastAt.clear();
  }

  private seenBetween(from: number, to: number): PollsSeen {
    const polls = this.#seen.filter(({ at }) => at >= from && at < to);
    const late = polls.flatMap(({ latenessMs }) => latenessMs ?? []);
    const at = (hundredths: number): number => percentile(late, hundredths);
    return {
      polls: polls.length,
      orders: new Set(polls.map(({ id }) => id)).size,
      lastAt: polls.at(-1)?.at ?? 0,
      lateness: late.length === 0 ? null : { p50: at(50), p95: at(95), p99: at(99) },
    };
  }
}
