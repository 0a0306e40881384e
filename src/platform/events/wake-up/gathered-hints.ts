import { setTimeout as delay } from 'node:timers/promises';

// The changes of one payout or order arrive within this time, which people do not notice.
const GATHER_MS = 25;

/** Combines changes into one hint, and sends one at a time: at most 40 a second. */
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

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#sending;
  }
}
