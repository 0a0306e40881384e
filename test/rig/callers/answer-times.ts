/** Times at which callers were answered, by the clock of `performance`. */
export class AnswerTimes {
  readonly #times: number[] = [];

  add(): void {
    this.#times.push(performance.now());
  }

  isAnsweredSince(moment: number): boolean {
    return (this.#times.at(-1) ?? -Infinity) > moment;
  }

  /** Returns the longest time without an answer to any caller, since a moment. */
  longestSilenceSince(moment: number): number {
    const times = [moment, ...this.#times.filter((time) => time > moment)];
    return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? time)));
  }
}
