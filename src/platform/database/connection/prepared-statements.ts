import { createHash } from 'node:crypto';

// A statement that occurs for the third time on a connection counts as frequent. Planning it twice costs less than
// storing a plan that is never used again.
const NAMED_FROM = 3;

// A stored plan takes about ten kilobytes of its session. The hot paths have about sixty statements.
const MOST_NAMES = 100;

// Limits the statements that are counted, because those whose text varies with the length of a list are many and rarely
// repeat.
const MOST_COUNTED = 1_000;

// A generic plan assumes that every search text is frequent. For a text that does not occur, it would scan the table
// from its newest row.
const PLANNED_BY_WORDS = / LIKE \$\d/;

/**
 * The prepared statements of one connection. Frequent statements get a name, so the server parses and plans them only
 * once: planning is more than half the cost of a payout's statements.
 */
export class PreparedStatements {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  #forgotten = 0;

  /** Returns the name for a statement; undefined if it should be sent without one. */
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
    // Derived from the text, so that a statement has the same name on every connection and in the server's logs.
    const next = `${createHash('sha1').update(text).digest('hex')}_${this.#forgotten}`;
    this.#names.set(text, next);
    return next;
  }

  /** Forgets the name of a statement. If the statement becomes frequent again, it is prepared under a new name. */
  forget(text: string): void {
    this.#names.delete(text);
    this.#forgotten += 1;
  }
}
