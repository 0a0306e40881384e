import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { HttpService } from '@nestjs/axios';
import { Injectable } from '@nestjs/common';
import { firstValueFrom } from 'rxjs';
import { Config } from '../../config/config.js';
import type { NotSentReason, UnknownReason } from '../port/call.outcome.js';
import { ConnectionPool } from './connection.pool.js';
import { type JsonBody, parseJsonBody } from './json.body.js';
import { ObservedTransport } from './observed.transport.js';

/** One request. Both instants are of `performance.now()`, so that a moved wall clock moves no deadline. */
export interface HttpCall {
  readonly method: 'GET' | 'POST';
  /** Below the provider's base URL, beginning with `/`. */
  readonly path: string;
  readonly apiToken: string;
  /** JSON text; null for a request without a body. */
  readonly body: string | null;
  readonly sendBefore: number;
  readonly answerBefore: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: JsonBody;
  /** `Retry-After` in seconds, or null when absent or given as a date. */
  readonly retryAfterSeconds: number | null;
}

export type Exchange =
  | ({ readonly kind: 'answered' } & HttpAnswer)
  | { readonly kind: 'not_sent'; readonly reason: NotSentReason }
  | { readonly kind: 'lost'; readonly reason: UnknownReason; readonly status: number | null };

// The documented objects take about 1 KiB; a list of banks or services stays far below this.
const MAX_BODY_BYTES = 1_048_576;

/**
 * One HTTP request to the provider: sent at most once, never redirected, never through a proxy, and answered or given
 * up by its deadline.
 *
 * An error of axios carries the whole request, token and card data included. So none leaves this class: it is turned
 * into a reason at once, and its text is not even read.
 */
@Injectable()
export class HttpExchange {
  constructor(
    private readonly http: HttpService,
    private readonly pool: ConnectionPool,
    private readonly config: Config,
  ) {}

  async run(call: HttpCall): Promise<Exchange> {
    const secure = this.config.provider.baseUrl.startsWith('https:');
    const transport = new ObservedTransport(secure, call.sendBefore);
    const giveUp = new AbortController();
    const sendTimer = setTimeout(() => {
      if (!transport.mayHaveBeenSent) giveUp.abort();
    }, until(call.sendBefore));
    const answerTimer = setTimeout(() => {
      giveUp.abort();
    }, until(call.answerBefore));
    let status: number | null = null;
    try {
      const response = await this.send(call, transport, giveUp.signal);
      status = response.statusCode ?? null;
      return await readAnswer(response);
    } catch {
      const gaveUp = giveUp.signal.aborted;
      return transport.mayHaveBeenSent
        ? { kind: 'lost', reason: gaveUp ? 'timed_out' : 'connection_lost', status }
        : { kind: 'not_sent', reason: gaveUp ? 'connect_timeout' : transport.notSentReason() };
    } finally {
      clearTimeout(sendTimer);
      clearTimeout(answerTimer);
    }
  }

  private async send(call: HttpCall, transport: ObservedTransport, signal: AbortSignal): Promise<IncomingMessage> {
    const response = await firstValueFrom(
      this.http.request<IncomingMessage>({
        ...(call.method === 'GET' ? this.pool.reads : this.pool.changes),
        method: call.method,
        url: this.config.provider.baseUrl + call.path,
        data: call.body ?? undefined,
        headers: {
          'X-Api-Token': call.apiToken,
          Accept: 'application/json',
          'Accept-Encoding': 'identity',
          'User-Agent': 'purser',
          // Said outright, because an agent of bounded sockets keeps them for queued requests in any case.
          ...(call.method === 'GET' ? {} : { Connection: 'close' }),
          ...(call.body === null ? {} : { 'Content-Type': 'application/json' }),
        },
        transport,
        signal,
        // Axios reads nothing and judges nothing: the bytes are bounded and parsed below.
        responseType: 'stream',
        transformRequest: [],
        transformResponse: [],
        validateStatus: () => true,
        decompress: false,
        maxRedirects: 0,
        proxy: false,
        timeout: 0,
      }),
    );
    return response.data;
  }
}

async function readAnswer(response: IncomingMessage): Promise<Exchange> {
  const status = response.statusCode ?? 0;
  // We asked for identity. Inflating what was not asked for would let a few bytes become gigabytes.
  if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') {
    response.destroy();
    return { kind: 'lost', reason: 'malformed', status };
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    // Leaving the loop destroys the response and its socket.
    if (size > MAX_BODY_BYTES) return { kind: 'lost', reason: 'too_large', status };
    chunks.push(chunk);
  }
  const body = parseJsonBody(response.headers['content-type'], Buffer.concat(chunks));
  return { kind: 'answered', status, body, retryAfterSeconds: retryAfterSeconds(response.headers) };
}

function retryAfterSeconds(headers: IncomingHttpHeaders): number | null {
  const value = headers['retry-after'];
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) : null;
}

function until(instant: number): number {
  return Math.max(0, instant - performance.now());
}
