import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

type Answer = Readonly<Record<string, unknown>>;

/** Stands before the sandbox and changes the JSON of its answers, as a service with other words would write them. */
export class RewritingProxy {
  /** Where the sandbox is. */
  target = '';
  rewrite: (path: string, answer: Answer) => Answer = (_, answer) => answer;
  readonly #server = createServer((incoming, outgoing) => {
    this.pass(incoming, outgoing);
  });

  private constructor(readonly url: string) {}

  static async start(port: number): Promise<RewritingProxy> {
    const proxy = new RewritingProxy(`http://127.0.0.1:${port}`);
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
    const onward = request(url, { method, headers: { ...headers, host: url.host } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const body = Buffer.concat(parts).toString();
        const changed = JSON.stringify(this.rewrite(url.pathname, JSON.parse(body) as Answer));
        outgoing.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' }).end(changed);
      });
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }
}
