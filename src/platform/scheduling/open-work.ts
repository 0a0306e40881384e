import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

/**
 * Work that must be finished once it is begun, such as recording the answer of a call that was made. A shutdown waits
 * for it before connections are closed.
 */
@Injectable()
export class OpenWork implements BeforeApplicationShutdown {
  readonly #open = new Set<Promise<unknown>>();

  /** Has a shutdown wait for `work`, and returns it. */
  async finish<Result>(work: Promise<Result>): Promise<Result> {
    this.#open.add(work);
    try {
      return await work;
    } finally {
      this.#open.delete(work);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    // Open work may open more: a batch that was being claimed is sent.
    while (this.#open.size > 0) await Promise.allSettled([...this.#open]);
  }
}
