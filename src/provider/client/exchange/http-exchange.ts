import { validateHeaderValue } from 'node:http';
import { HttpService } from '@nestjs/axios';
import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { ConnectionPool } from './connection-pool.js';
import { type Answer, readAnswer } from './http-answer.js';
import type { Exchange, HttpCall } from './http-call.js';
import { httpOptions } from './http-options.js';
import { ObservedTransport } from './observed-transport.js';

/**
 * Runs one HTTP request to the provider: sends it at most once, never follows redirects, never uses a proxy, and aborts
 * it if its deadline passes without an answer. `httpOptions` has the options that all requests share.
 *
 * An axios error contains the token and the body, so none leaves this class: it is replaced by a reason at once,
 * without reading anything from it.
 */
@Injectable()
export class HttpExchange {
  readonly #isSecure: boolean;

  constructor(
    private readonly http: HttpService,
    private readonly pool: ConnectionPool,
    config: Config,
  ) {
    this.#isSecure = new URL(config.provider.baseUrl).protocol === 'https:';
    // Axios merges its defaults into each request. Those for browsers, forms and other methods would only cost time.
    const { defaults } = http.axiosRef;
    for (const key of Object.keys(defaults)) Reflect.deleteProperty(defaults, key);
    Object.assign(defaults, httpOptions(config));
  }

  async run(call: HttpCall): Promise<Exchange> {
    const transport = new ObservedTransport(this.#isSecure, call.sendBefore, call.isOpen);
    const deadline = new AbortController();
    const giveUp = (): void => {
      deadline.abort();
    };
    // One timer at a time: nearly every exchange ends before it needs the second one.
    let timer = setTimeout(() => {
      if (transport.mayHaveBeenSent) timer = setTimeout(giveUp, until(call.answerBefore));
      else giveUp();
    }, until(call.sendBefore));
    try {
      return readAnswer(await this.send(call, transport, deadline.signal));
    } catch {
      const isOver = deadline.signal.aborted;
      return transport.mayHaveBeenSent
        ? transport.lost(isOver ? 'timed_out' : 'connection_lost')
        : { kind: 'not_sent', reason: isOver ? transport.timedOutReason() : transport.notSentReason() };
    } finally {
      clearTimeout(timer);
    }
  }

  private send(call: HttpCall, transport: ObservedTransport, signal: AbortSignal): Promise<Answer> {
    // Axios would silently drop characters that no header can contain, and send the rest of the token.
    validateHeaderValue('X-Api-Token', call.apiToken);
    const isChange = call.method === 'POST';
    return this.http.axiosRef.request<Buffer>({
      method: call.method,
      url: call.path,
      data: call.body,
      headers: {
        'X-Api-Token': call.apiToken,
        // Set explicitly, because an agent with a socket limit keeps sockets open for queued requests.
        ...(isChange && { Connection: 'close' }),
        ...(call.body !== null && { 'Content-Type': 'application/json' }),
      },
      ...(isChange ? this.pool.changes : this.pool.reads),
      transport,
      signal,
    });
  }
}

function until(instant: number): number {
  return Math.max(0, instant - performance.now());
}
