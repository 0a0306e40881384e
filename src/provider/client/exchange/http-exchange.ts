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
 * One HTTP request to the provider: sent at most once, never redirected, never through a proxy, and answered or aborted
 * by its deadline. `httpOptions` has the options that all requests share.
 *
 * An error of axios carries the token and the body. None leaves this class: a reason replaces it at once, and nothing
 * of the error is read.
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
    // Axios merges its defaults into each request. Its own, for browsers, forms and other methods, cost time for
    // nothing.
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
    // One timer at a time: nearly every exchange ends before the second is needed.
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
    // Axios would send the token without the characters that no header can hold.
    validateHeaderValue('X-Api-Token', call.apiToken);
    const isChange = call.method === 'POST';
    return this.http.axiosRef.request<Buffer>({
      method: call.method,
      url: call.path,
      data: call.body,
      headers: {
        'X-Api-Token': call.apiToken,
        // Said outright, because an agent of bounded sockets keeps them for queued requests in any case.
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
