import type { IncomingMessage } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import { HttpService } from '@nestjs/axios';
import { Injectable } from '@nestjs/common';
import { Axios, type AxiosAdapter, type AxiosInstance } from 'axios';
import { Config } from '../../../platform/config/config.js';
import { ConnectionPool } from './connection-pool.js';
import { joined, readAnswer } from './http-answer.js';
import type { Exchange, HttpCall } from './http-call.js';
import { ObservedTransport } from './observed-transport.js';

/** A request under way. */
interface Sending {
  /** The answer's status and headers; its body is still to come. */
  readonly response: Promise<IncomingMessage>;
  /** Ends the request, and rejects `response` unless it is there. */
  readonly abort: () => void;
}

/**
 * Axios without any of its defaults: it reads nothing and validates nothing, since the bytes are bounded and parsed by
 * `readAnswer`. To merge its defaults into each request would cost as much as the request.
 */
export function bareHttpService(): HttpService {
  return new HttpService(new Axios({}) as AxiosInstance);
}

/**
 * One HTTP request to the provider: sent at most once, never redirected, never through a proxy, and answered or aborted
 * by its deadline. Reads and changes go the same way through axios, with an adapter in the place of its own, which
 * follows redirects, inflates, rewrites headers, and costs three times the request.
 *
 * Token and body are given to the adapter alone: an error of axios carries all that axios was told. None leaves this
 * class in any case. It is turned into a reason at once, and its text is not even read.
 */
@Injectable()
export class HttpExchange {
  readonly #address: { readonly hostname: string | undefined; readonly port: string | number | undefined };
  readonly #basePath: string;
  readonly #isSecure: boolean;

  constructor(
    private readonly http: HttpService,
    private readonly pool: ConnectionPool,
    { provider }: Config,
  ) {
    const url = new URL(provider.baseUrl);
    const { hostname, port } = urlToHttpOptions(url);
    this.#address = { hostname: hostname ?? undefined, port: port ?? undefined };
    this.#basePath = url.pathname === '/' ? '' : url.pathname;
    this.#isSecure = url.protocol === 'https:';
  }

  async run(call: HttpCall): Promise<Exchange> {
    const transport = new ObservedTransport(this.#isSecure, call.sendBefore, call.isOpen);
    const sending = this.send(call, transport);
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

  private send(call: HttpCall, transport: ObservedTransport): Sending {
    const isChange = call.method === 'POST';
    const { httpAgent, httpsAgent } = isChange ? this.pool.changes : this.pool.reads;
    const options = {
      ...this.#address,
      agent: this.#isSecure ? httpsAgent : httpAgent,
      method: call.method,
      path: this.#basePath + call.path,
      headers: {
        'X-Api-Token': call.apiToken,
        Accept: 'application/json',
        'Accept-Encoding': 'identity',
        'User-Agent': 'purser',
        // Said outright, because an agent of bounded sockets keeps them for queued requests in any case.
        ...(isChange && { Connection: 'close' }),
        ...(call.body !== null && { 'Content-Type': 'application/json' }),
      },
    };
    let abort = (): void => undefined;
    const adapter: AxiosAdapter = (config) =>
      new Promise((resolve, reject) => {
        const request = transport.request(options, (response) => {
          const { statusCode: status = 0, statusMessage: statusText = '' } = response;
          resolve({ config, request, data: response, status, statusText, headers: {} });
        });
        request.on('error', reject);
        request.end(call.body ?? undefined);
        abort = () => {
          // First, since a request that waits for a socket says nothing of its end.
          reject(new Error('Given up'));
          request.destroy();
        };
      });
    return {
      response: this.http.axiosRef.request<IncomingMessage>({ adapter }).then(({ data }) => data),
      abort: () => {
        abort();
      },
    };
  }
}

function until(instant: number): number {
  return Math.max(0, instant - performance.now());
}
