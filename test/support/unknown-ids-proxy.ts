import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { findFreePort } from '../../dev/processes/local.port.js';

/** The fate of a read of an id that the provider does not know: a status, or no answer until it is told. */
export type UnknownIdAnswer = number | 'hang';

/**
 * Stands before the sandbox, and answers for it where it does not know the id: how a real service does is not
 * documented.
 */
export class UnknownIdsProxy {
  /** Where the sandbox is. */
  target = '';
  answer: UnknownIdAnswer = 404;
  /** The paths of reads of unknown ids, in order. */
  readonly asked: string[] = [];
  readonly #held = new Set<ServerResponse>();
  readonly #server = createServer((incoming, outgoing) => {
    this.pass(incoming, outgoing);
  });

  private constructor(readonly url: string) {}

  static async start(): Promise<UnknownIdsProxy> {
    const port = await findFreePort();
    const proxy = new UnknownIdsProxy(`http://127.0.0.1:${port}`);
    await new Promise<void>((resolve) => proxy.#server.listen(port, '127.0.0.1', resolve));
    return proxy;
  }

  /** Answers 404 to every read that hangs. */
  release(): void {
    for (const response of this.#held) answerJson(response, 404);
    this.#held.clear();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, headers } = incoming;
    const url = new URL(incoming.url ?? '/', this.target);
    const onward = request(url, { method, headers: { ...headers, host: url.host } }, (answer) => {
      if (method === 'GET' && answer.statusCode === 404) {
        answer.resume();
        this.asked.push(url.pathname);
        if (this.answer === 'hang') this.#held.add(outgoing);
        else answerJson(outgoing, this.answer);
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }
}

function answerJson(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"no"}');
}
