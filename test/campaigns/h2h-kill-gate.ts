import { AnswersProxy, type ProviderAnswer } from '../support/answers-proxy.js';

type Fate = 'passes' | 'is lost';

/** Calls held on their way to the provider. */
export class HeldCalls {
  /** Resolves when the first call has arrived at the gate. */
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

  /** Lets the held calls reach the provider, whether or not their sender still waits. */
  pass(): void {
    this.end(this);
    this.#decide('passes');
  }

  /** Drops the held calls, so they never reach the provider. */
  lose(): void {
    this.end(this);
    this.#decide('is lost');
  }
}

/** Stands between Purser and the provider like a network: a held call has left its sender but has not arrived. */
export class ProviderGate extends AnswersProxy {
  readonly #holds = new Set<HeldCalls>();

  /** Holds every call to this path from now on. */
  hold(path: RegExp): HeldCalls {
    const hold = new HeldCalls(path, (ended) => this.#holds.delete(ended));
    this.#holds.add(hold);
    return hold;
  }

  override async close(): Promise<void> {
    for (const hold of this.#holds) hold.lose();
    await super.close();
  }

  protected override async answer(call: string, ask: () => Promise<ProviderAnswer>): Promise<ProviderAnswer> {
    const hold = [...this.#holds].find(({ path }) => path.test(call));
    hold?.noteArrival();
    if ((await hold?.fate) === 'is lost') throw new Error('The call never arrives.');
    return ask();
  }
}
