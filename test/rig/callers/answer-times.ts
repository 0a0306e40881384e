/** Records when callers were answered, by `performance.now()`. */
export class AnswerTimes {
  readonly #times: number[] = [];

  add(): void {
    this.#times.push(performance.now());
  }

  isAnsweredSince(moment: number): boolean {
    return (this.#times.at(-1) ?? -Infinity) > moment;
  }

  /** Returns the longest time since a moment during which no caller got an answer. */
  longestSilenceSince(moment: number): number {
    const times = [moment, ...this.#times.filter((time) => time > moment)];
    return Math.max(0, ...times.slice(1).map((time, index) => time - (times[index] ?? time)));
  }
}
