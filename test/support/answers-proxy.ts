import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { findFreePort } from '../../dev/processes/local.port.js';

/** An answer of the provider, as it is or as it will be. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Stands before the sandbox and says the same in other words. */
export class AnswersProxy {
  /** Where the sandbox is. */
  target = '';
  /** Rewrites an answer to a call such as `GET /v1/orders/…`. */
  rewrite: (call: string, answer: ProviderAnswer) => ProviderAnswer = (_call, answer) => answer;
  readonly #server = createServer((incoming, outgoing) => {
    this.pass(incoming, outgoing);
  });

  private constructor(readonly url: string) {}

  static async start(): Promise<AnswersProxy> {
    const port = await findFreePort();
    const proxy = new AnswersProxy(`http://127.0.0.1:${port}`);
    await new Promise<void>((resolve) => proxy.#server.listen(port, '127.0.0.1', resolve));
    return proxy;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, headers } = incoming;
    const url = new URL(incoming.url ?? '/', this.target);
    const onward = request(url, { method, headers: { ...headers, host: url.host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { status, headers, body } = this.rewrite(`${method} ${url.pathname}`, {
          status: response.statusCode ?? 502,
          headers: { 'content-type': response.headers['content-type'] ?? '' },
          body: Buffer.concat(chunks).toString(),
        });
        outgoing.writeHead(status, headers).end(body);
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }
}
