import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';

export interface ProviderAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** A proxy in front of the sandbox that rewrites its answers. */
export class AnswersProxy {
  static async start<Proxy extends AnswersProxy>(this: new () => Proxy): Promise<Proxy> {
    const proxy = new this();
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** URL of the sandbox. */
  target = '';
  /** Rewrites an answer to a call such as `GET /v1/orders/…`. */
  rewrite: (call: string, answer: ProviderAnswer) => ProviderAnswer = (_call, answer) => answer;
  readonly #server = createServer((incoming, outgoing) => {
    void this.pass(incoming, outgoing).catch(() => outgoing.destroy());
  });

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  rewriteFields(change: (call: string, fields: Fields) => Fields): void {
    this.rewrite = (call, answer) => ({
      ...answer,
      body: JSON.stringify(change(call, JSON.parse(answer.body) as Fields)),
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /**
   * @param ask forwards the call
   * @throws to end the connection without an answer
   */
  protected async answer(call: string, ask: () => Promise<ProviderAnswer>): Promise<ProviderAnswer> {
    return this.rewrite(call, await ask());
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', this.target);
    const sent = await buffer(incoming);
    const call = `${incoming.method} ${url.pathname}`;
    const { status, headers, body } = await this.answer(call, () => passOn(incoming, url, sent));
    outgoing.writeHead(status, headers).end(body);
  }
}

function passOn({ method, headers }: IncomingMessage, url: URL, body: Buffer): Promise<ProviderAnswer> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers: { ...headers, host: url.host } }, (response) => {
      text(response).then((read) => {
        resolve({
          status: response.statusCode ?? 502,
          headers: { 'content-type': response.headers['content-type'] ?? '' },
          body: read,
        });
      }, reject);
    })
      .on('error', reject)
      .end(body);
  });
}
