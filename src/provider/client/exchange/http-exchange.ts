import type { IncomingMessage } from 'node:http';
import { HttpService } from '@nestjs/axios';
import { Injectable } from '@nestjs/common';
import { firstValueFrom } from 'rxjs';
import { Config } from '../../../config/config.js';
import { ConnectionPool } from './connection-pool.js';
import { joined, readAnswer } from './http-answer.js';
import type { Exchange, HttpCall, Sending } from './http-call.js';
import { ObservedTransport } from './observed-transport.js';
import { PlainReads } from './plain-reads.js';

/**
 * One HTTP request to the provider: sent at most once, never redirected, never through a proxy, and answered or given
 * up by its deadline. Changes go through axios, reads past it: they are many, and it costs several times the request.
 *
 * An error of axios carries the whole request, token and card data included. So none leaves this class: it is turned
 * into a reason at once, and its text is not even read.
 */
@Injectable()
export class HttpExchange {
  readonly #reads: PlainReads;
  readonly #isSecure: boolean;

  constructor(
    private readonly http: HttpService,
    private readonly pool: ConnectionPool,
    private readonly config: Config,
  ) {
    const { baseUrl } = config.provider;
    this.#reads = new PlainReads(pool.reads, baseUrl);
    this.#isSecure = baseUrl.startsWith('https:');
  }

  async run(call: HttpCall): Promise<Exchange> {
    const transport = new ObservedTransport(this.#isSecure, call.sendBefore, call.isOpen);
    const sending = call.method === 'GET' ? this.#reads.send(call, transport) : this.sendChange(call, transport);
    const deadline = { isOver: false };
    const giveUp = (): void => {
      deadline.isOver = true;
      sending.abort();
    };
    // One timer at a time: nearly every exchange ends before the second is needed.
    let timer = setTimeout(() => {
      if (transport.mayHaveBeenSent) timer = setTimeout(giveUp, until(call.answerBefore));
      else giveUp();
    }, until(call.sendBefore));
    let status: number | null = null;
    const chunks: Buffer[] = [];
    try {
      const response = await sending.response;
      status = response.statusCode ?? null;
      return await readAnswer(response, chunks);
    } catch {
      return transport.mayHaveBeenSent
        ? {
            kind: 'lost',
            reason: deadline.isOver ? 'timed_out' : 'connection_lost',
            status,
            ...(chunks.length > 0 && { received: joined(chunks) }),
          }
        : { kind: 'not_sent', reason: deadline.isOver ? transport.timedOutReason() : transport.notSentReason() };
    } finally {
      clearTimeout(timer);
    }
  }

  private sendChange(call: HttpCall, transport: ObservedTransport): Sending {
    const giveUp = new AbortController();
    const answer = firstValueFrom(
      this.http.request<IncomingMessage>({
        ...this.pool.changes,
        method: call.method,
        url: this.config.provider.baseUrl + call.path,
        data: call.body ?? undefined,
        headers: {
          'X-Api-Token': call.apiToken,
          Accept: 'application/json',
          'Accept-Encoding': 'identity',
          'User-Agent': 'purser',
          // Said outright, because an agent of bounded sockets keeps them for queued requests in any case.
          Connection: 'close',
          ...(call.body === null ? {} : { 'Content-Type': 'application/json' }),
        },
        transport,
        signal: giveUp.signal,
        // Axios reads nothing and validates nothing: the bytes are bounded and parsed by `readAnswer`.
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
    return {
      response: answer.then(({ data }) => data),
      abort: () => {
        giveUp.abort();
      },
    };
  }
}

function until(instant: number): number {
  return Math.max(0, instant - performance.now());
}
