import type { SupervisedProcess } from '../processes/supervised-process.js';

const STOP_ORDER = ['purser', 'sandbox', 'page', 'PostgreSQL'] as const;

export type PartKind = (typeof STOP_ORDER)[number];

/** A part that is not a Node child of this process. */
export interface ServerPart {
  readonly exited?: Promise<void>;
  stop(): Promise<void>;
}

interface Part {
  readonly kind: PartKind;
  stop(): Promise<void>;
  kill(): void;
}

/** Keeps the started parts, stops them in order, and reports a part that exits by itself. */
export class StackParts {
  /** Settles with a description if a part exits before `stop` or `kill`. */
  readonly broken: Promise<string>;
  readonly #parts: Part[] = [];
  #report: (what: string) => void = () => undefined;
  #stopping: Promise<void> | undefined;

  constructor() {
    this.broken = new Promise((resolve) => {
      this.#report = resolve;
    });
  }

  add(kind: PartKind, child: SupervisedProcess): void {
    this.#parts.push({
      kind,
      stop: () => child.stop(),
      kill: () => {
        child.kill('SIGKILL');
      },
    });
    void child.exited.then(({ name, how, lastWords }) => {
      if (this.#stopping === undefined) this.#report(`${name} ended (${how}).\n${lastWords}`);
    });
  }

  addServer(kind: PartKind, server: ServerPart): void {
    this.#parts.push({ kind, stop: () => server.stop(), kill: () => undefined });
    void server.exited?.then(() => {
      if (this.#stopping === undefined) this.#report(`${kind} ended.`);
    });
  }

  /** Stops the kinds of parts in order, and the parts of one kind together. A second call waits for the same stop. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stopInOrder();
    return this.#stopping;
  }

  kill(): void {
    this.#stopping ??= Promise.resolve();
    for (const part of this.#parts) part.kill();
  }

  async #stopInOrder(): Promise<void> {
    const failures: unknown[] = [];
    for (const kind of STOP_ORDER) {
      const results = await Promise.allSettled(
        this.#parts.filter((part) => part.kind === kind).map((part) => part.stop()),
      );
      for (const result of results) if (result.status === 'rejected') failures.push(result.reason);
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be stopped.');
  }
}
