/** Times the phases of a run, one after the other. */
export class PhaseStopwatch {
  readonly #laps: string[] = [];
  #startedAt = performance.now();

  /** Ends a phase. */
  lap(phase: string): void {
    const now = performance.now();
    this.#laps.push(`${phase} ${Math.round((now - this.#startedAt) / 1_000)} s`);
    this.#startedAt = now;
  }

  /** `opening 5 s, faults 20 s`. */
  toString(): string {
    return this.#laps.join(', ');
  }
}
