/**
 * Gathers the conditions of a query and their values. Conditions are literals of ours; values only ever travel as
 * parameters.
 */
export class WhereClause {
  readonly parameters: unknown[] = [];
  readonly #conditions: string[] = [];

  /** Adds a condition on a value; null adds none. */
  add(value: unknown, condition: (parameter: string) => string): this {
    if (value !== null) this.#conditions.push(condition(this.parameter(value)));
    return this;
  }

  /** Adds a condition that is built from parameters of its own. */
  addRaw(condition: string): this {
    this.#conditions.push(condition);
    return this;
  }

  /** Makes a value a parameter and returns its place, `$3`. */
  parameter(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  /** `WHERE … AND …`, or nothing. */
  get sql(): string {
    return this.#conditions.length === 0 ? '' : `WHERE ${this.#conditions.join(' AND ')}`;
  }
}

/** Escapes what LIKE would take for a wildcard. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
