import { createHash } from 'node:crypto';

// A statement that occurs for the third time on a connection is frequent. Its first two plans cost less than storing
// one.
const NAMED_FROM = 3;

// A statement's plan takes about ten kilobytes of its session. The hot paths have about sixty statements.
const MOST_NAMES = 100;

// Texts that vary with the length of a list are many, and rarely repeat.
const MOST_COUNTED = 1_000;

// A generic plan assumes that every search text is frequent, and would scan the table from its newest row for a missing
// one.
const PLANNED_BY_WORDS = / LIKE \$\d/;

/**
 * The prepared statements of one connection. Frequent statements get a name, and are parsed and planned once: planning
 * is more than half the cost of a payout's statements.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  #forgotten = 0;

  /** The name for a statement; undefined to send it without one. */
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
    // Derived from the text, so a statement has the same name on every connection and in the server's logs.
    const next = `${createHash('sha1').update(text).digest('hex')}_${this.#forgotten}`;
    this.#names.set(text, next);
    return next;
  }

  /** Prepares a statement under a new name when it becomes frequent again. */
  forget(text: string): void {
    this.#names.delete(text);
    this.#forgotten += 1;
  }
}
