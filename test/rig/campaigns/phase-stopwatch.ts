import type { Audit } from '../audit/finding.js';

export class PhaseStopwatch {
  readonly #laps: string[] = [];
  #startedAt = performance.now();

  lap(phase: string): void {
    const now = performance.now();
    this.#laps.push(`${phase} ${Math.round((now - this.#startedAt) / 1_000)} s`);
    this.#startedAt = now;
  }

  /** Formats the phases, such as `opening 5 s, faults 20 s`. */
  toString(): string {
    return this.#laps.join(', ');
  }
}

/** Runs a campaign on a stage, and always closes the stage. Adds the campaign's duration as the last figure. */
export async function onStage<Opened extends { close(): Promise<void> }>(
  opening: Promise<Opened>,
  run: (stage: Opened, stopwatch: PhaseStopwatch) => Promise<Audit>,
): Promise<Audit> {
  const stopwatch = new PhaseStopwatch();
  const stage = await opening;
  try {
    stopwatch.lap('opening');
    const { findings, figures } = await run(stage, stopwatch);
    return { findings, figures: [...figures, `Took: ${stopwatch.toString()}.`] };
  } finally {
    await stage.close();
  }
}
