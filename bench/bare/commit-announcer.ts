import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** A separate channel. Purser listens to its own, and would otherwise wake up during the bare server's rounds. */
const NOTIFY = 'NOTIFY bench_status_changes';

const GATHER_MS = 20;

/** Wakes readers of the log like Purser: commits that follow each other closely share one NOTIFY. */
export class CommitAnnouncer {
  #announcing: Promise<unknown> = Promise.resolve();
  #isAnnounced = false;

  constructor(private readonly pool: pg.Pool) {}

  announce(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    this.#announcing = this.#announcing.then(async () => {
      await delay(GATHER_MS);
      this.#isAnnounced = false;
      await this.pool.query(NOTIFY);
    });
  }
}
