import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findFreePort } from '../processes/local.port.js';
import { openCheckout } from './checkout-server.js';

export interface Asked {
  readonly query: string;
  readonly variables: unknown;
  readonly authorization: string | undefined;
}

export interface StagedCheckout {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Sets Purser's answer; undefined sends an invalid one. */
  answerWith(data: object | undefined): void;
  /** Sends a request like the shop's page, with the given options changed. */
  send(path: string, options?: SendOptions): Promise<PageResponse>;
  stop(): Promise<void>;
}

export interface SendOptions {
  readonly method?: string;
  readonly body?: string;
  /** Headers with an undefined value are omitted. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export async function stageCheckout(): Promise<StagedCheckout> {
  const asked: Asked[] = [];
  let data: object | undefined;
  const purser = createServer((incoming, response) => {
    void readText(incoming).then((text) => {
      asked.push({ ...(JSON.parse(text) as Asked), authorization: incoming.headers.authorization });
      response
        .setHeader('content-type', 'application/json')
        .end(data === undefined ? 'nonsense' : JSON.stringify({ data }));
    });
  });
  purser.listen(0, '127.0.0.1');
  await once(purser, 'listening');
  const purserUrl = `127.0.0.1:${(purser.address() as AddressInfo).port}`;
  const port = await findFreePort();
  const checkout = await openCheckout({
    port,
    graphqlUrl: `http://${purserUrl}/graphql`,
    subscriptionUrl: `ws://${purserUrl}/graphql`,
    sandboxUrl: `http://${purserUrl}`,
    apiKey: 'the-api-key',
  });

  return {
    url: checkout.url,
    asked,
    answerWith: (next) => {
      data = next;
    },
    send: async (path, { method = 'POST', body, headers = {} } = {}) => {
      const given: Readonly<Record<string, string | undefined>> = {
        host: `localhost:${port}`,
        origin: checkout.url,
        'content-type': 'application/json',
        ...headers,
      };
      const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      const sending = request({ host: '127.0.0.1', port, path, method, headers: present }).end(body);
      const [response] = (await once(sending, 'response')) as [IncomingMessage];
      return { status: response.statusCode ?? 0, headers: response.headers, text: await readText(response) };
    },
    stop: async () => {
      await checkout.stop();
      purser.closeAllConnections();
      purser.close();
      await once(purser, 'close');
    },
  };
}

async function readText(stream: AsyncIterable<unknown>): Promise<string> {
  let text = '';
  for await (const part of stream) text += String(part);
  return text;
}
