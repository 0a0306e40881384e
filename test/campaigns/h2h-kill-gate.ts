import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Fate = 'passes' | 'is lost';

/** Calls that are stopped on their way to the provider. */
export class HeldCalls {
  /** Resolves when the first of them has come as far as this. */
  readonly arrived: Promise<void>;
  readonly fate: Promise<Fate>;
  #arrive: () => void = () => undefined;
  #decide: (fate: Fate) => void = () => undefined;

  constructor(
    readonly path: RegExp,
    private readonly end: (hold: HeldCalls) => void,
  ) {
    this.arrived = new Promise((resolve) => {
      this.#arrive = resolve;
    });
    this.fate = new Promise((resolve) => {
      this.#decide = resolve;
    });
  }

  noteArrival(): void {
    this.#arrive();
  }

  /** Ends the hold: those that wait go on to the provider, whether or not anybody still awaits an answer. */
  pass(): void {
    this.end(this);
    this.#decide('passes');
  }

  /** Ends the hold: those that wait never arrive there. */
  lose(): void {
    this.end(this);
    this.#decide('is lost');
  }
}

/** Stands in front of the provider as a network does: what it holds has left its sender and arrived nowhere. */
export class ProviderGate {
  readonly #holds = new Set<HeldCalls>();
  readonly #server: Server;

  static async open(providerUrl: string): Promise<ProviderGate> {
    const gate = new ProviderGate(providerUrl);
    await new Promise<void>((resolve) => {
      gate.#server.listen(0, '127.0.0.1', resolve);
    });
    return gate;
  }

  private constructor(private readonly providerUrl: string) {
    this.#server = createServer((incoming, response) => {
      void this.receive(incoming, response).catch(() => response.destroy());
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Stops every call to this path from now on. */
  hold(path: RegExp): HeldCalls {
    const hold = new HeldCalls(path, (ended) => this.#holds.delete(ended));
    this.#holds.add(hold);
    return hold;
  }

  async close(): Promise<void> {
    for (const hold of this.#holds) hold.lose();
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  private async receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = incoming.url ?? '/';
    const body = await buffer(incoming);
    const hold = [...this.#holds].find((each) => each.path.test(path));
    hold?.noteArrival();
    if ((await hold?.fate) === 'is lost') response.destroy();
    else this.passOn(incoming, response, { path, body });
  }

  private passOn(
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    { path, body }: { readonly path: string; readonly body: Buffer },
  ): void {
    const onward = request(new URL(path, this.providerUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    onward.end(body);
  }
}
