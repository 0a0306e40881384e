import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';

/**
 * Work that must be finished once started, such as recording a call's answer. A shutdown waits for it before
 * connections are closed.
 */
@Injectable()
export class OpenWork implements BeforeApplicationShutdown {
  readonly #open = new Set<Promise<unknown>>();

  /** Makes a shutdown wait for `work`, and returns it. */
  async finish<Result>(work: Promise<Result>): Promise<Result> {
    this.#open.add(work);
    try {
      return await work;
    } finally {
      this.#open.delete(work);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    // Open work may start more: a batch that was being claimed is sent.
    while (this.#open.size > 0) await Promise.allSettled([...this.#open]);
  }
}
