import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

/**
 * Keeps track of work that must be finished once it has started, such as recording the answer to a call. A shutdown
 * waits for this work before it closes connections.
 */
@Injectable()
export class OpenWork implements BeforeApplicationShutdown {
  readonly #open = new Set<Promise<unknown>>();

  /** Makes a shutdown wait for `work`. Returns `work`. */
  async finish<Result>(work: Promise<Result>): Promise<Result> {
    this.#open.add(work);
    try {
      return await work;
    } finally {
      this.#open.delete(work);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    // Open work may start more of it: a batch that was being claimed will then be sent.
    while (this.#open.size > 0) await Promise.allSettled([...this.#open]);
  }
}
