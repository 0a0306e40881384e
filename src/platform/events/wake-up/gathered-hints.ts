import { setTimeout as delay } from 'node:timers/promises';

// The changes to a single payout or order occur within this time, and people do not notice the delay.
const GATHER_MS = 25;

/** Combines changes into one hint, and sends one hint at a time: at most 40 a second. */
export class GatheredHints {
  #sending: Promise<void> = Promise.resolve();
  #isGathering = false;
  #stopped = false;

  /** @param send must never reject */
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
