import { createHash } from 'node:crypto';

// A statement that comes a third time on a connection comes often: its first two plans cost less than keeping its plan.
const NAMED_FROM = 3;

// The plan of a statement takes some ten kilobytes of its session. The hot paths have about sixty statements.
const MOST_NAMES = 100;

// Texts that differ with the length of a list are many, and rarely come again.
const MOST_COUNTED = 1_000;

// A plan for any words takes them for frequent, and goes through a table from its newest row for one that is not there.
const PLANNED_BY_WORDS = / LIKE \$\d/;

/**
 * The prepared statements of one connection: what comes often gets a name, and is parsed and planned once. Planning is
 * more than half of what the statements of a payout cost.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  #forgotten = 0;

  /** The name under which a statement is to be sent; undefined to send it without one. */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name !== undefined || this.#names.size === MOST_NAMES || PLANNED_BY_WORDS.test(text)) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < NAMED_FROM) {
      if (this.#uses.size === MOST_COUNTED) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    // By the text, so that a statement has one name on every connection and in the logs of the server.
    const next = `${createHash('sha1').update(text).digest('hex')}_${this.#forgotten}`;
    this.#names.set(text, next);
    return next;
  }

  /** Has a statement prepared again under another name, when it comes often again. */
  forget(text: string): void {
    this.#names.delete(text);
    this.#forgotten += 1;
  }
}
