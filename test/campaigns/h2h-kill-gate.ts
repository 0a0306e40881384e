import { AnswersProxy, type ProviderAnswer } from '../support/answers-proxy.js';

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
export class ProviderGate extends AnswersProxy {
  readonly #holds = new Set<HeldCalls>();

  /** Stops every call to this path from now on. */
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
