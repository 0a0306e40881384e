/** Tracks work that outlives the call that started it, so that `close` can wait for it. */
export class OpenWork {
  private readonly open = new Set<Promise<void>>();

  /** Added work must handle its own failures. An unhandled failure crashes the process. */
  add(work: Promise<void>): void {
    this.open.add(work);
    void work.finally(() => this.open.delete(work));
  }

  get isIdle(): boolean {
    return this.open.size === 0;
  }

  /** Resolves once all work is done, including work started by other work. */
  async settled(): Promise<void> {
    while (!this.isIdle) await Promise.allSettled(this.open);
  }
}
