import type pg from 'pg';

/** On a channel of its own: Purser listens to its own one, and would work during the bare server's rounds. */
const NOTIFY = 'NOTIFY bench_status_changes';

/** Wakes readers of the log as Purser does: at most one NOTIFY under way, and commits made meanwhile share the next. */
export class CommitAnnouncer {
  #announcing: Promise<unknown> | null = null;
  #announceAgain = false;

  constructor(private readonly pool: pg.Pool) {}

  announce(): void {
    if (this.#announcing) {
      this.#announceAgain = true;
      return;
    }
    this.#announcing = this.pool.query(NOTIFY).finally(() => {
      this.#announcing = null;
      if (this.#announceAgain) {
        this.#announceAgain = false;
        this.announce();
      }
    });
  }
}
