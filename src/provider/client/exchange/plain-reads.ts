import type { ClientRequest, IncomingMessage } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import type { ConnectionPool } from './connection-pool.js';
import type { HttpCall, Sending } from './http-call.js';
import type { ObservedTransport } from './observed-transport.js';

/**
 * Sends reads with Node's own client: to the provider's address and no other, over kept connections, and an answer of
 * any status is an answer.
 */
export class PlainReads {
  readonly #address: { readonly hostname: string | undefined; readonly port: string | number | undefined };
  readonly #basePath: string;
  readonly #agent: ConnectionPool['reads']['httpAgent'];

  constructor({ httpAgent, httpsAgent }: ConnectionPool['reads'], baseUrl: string) {
    const url = new URL(baseUrl);
    const { hostname, port } = urlToHttpOptions(url);
    this.#address = { hostname: hostname ?? undefined, port: port ?? undefined };
    this.#basePath = url.pathname === '/' ? '' : url.pathname;
    this.#agent = url.protocol === 'https:' ? httpsAgent : httpAgent;
  }

  send(call: HttpCall, transport: ObservedTransport): Sending {
    let request: ClientRequest | undefined;
    let giveUp: (reason: Error) => void = () => undefined;
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      giveUp = reject;
      const options = {
        ...this.#address,
        agent: this.#agent,
        path: this.#basePath + call.path,
        headers: {
          'X-Api-Token': call.apiToken,
          Accept: 'application/json',
          'Accept-Encoding': 'identity',
          'User-Agent': 'purser',
        },
      };
      request = transport.request(options, resolve);
      request.on('error', reject);
      request.end();
    });
    return {
      response,
      abort: () => {
        // First, since a request that waits for a socket says nothing of its end.
        giveUp(new Error('Given up'));
        request?.destroy();
      },
    };
  }
}
