import { setTimeout as delay } from 'node:timers/promises';

// The changes of one payout or order come within this time, and a person does not see it.
const GATHER_MS = 25;

/** Gathers the changes of some time for one hint, and sends one at a time: 40 a second at most. */
export class GatheredHints {
  #sending: Promise<void> = Promise.resolve();
  #isGathering = false;
  #stopped = false;

  /** @param send never rejects */
  constructor(private readonly send: () => Promise<void>) {}

  announce(): void {
    if (this.#stopped || this.#isGathering) return;
    this.#isGathering = true;
    this.#sending = this.#sending.then(async () => {
      await delay(GATHER_MS);
      this.#isGathering = false;
      await this.send();
    });
  }

  /** Sends what is announced already, and nothing afterwards. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#sending;
  }
}
