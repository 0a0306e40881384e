/** Tracks work that outlives the call that started it, so that closing can wait for it. */
export class OpenWork {
  private readonly open = new Set<Promise<void>>();

  /** Added work must handle its own failures. A failure crashes the process, loudly. */
  add(work: Promise<void>): void {
    this.open.add(work);
    void work.finally(() => this.open.delete(work));
  }

  get isIdle(): boolean {
    return this.open.size === 0;
  }

  /** Resolves once no work is open, including work that open work starts. */
  async settled(): Promise<void> {
    while (!this.isIdle) await Promise.allSettled(this.open);
  }
}
