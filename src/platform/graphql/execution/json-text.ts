// Everything that JSON.stringify escapes: quotes, backslashes, control characters and lone surrogates.
const ESCAPED = /["\\\p{Cc}\p{Surrogate}]/u;

/** Returns the same as `JSON.stringify(text)`, but faster if no character must be escaped. */
export function quote(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** JSON text that is written in order, but may contain gaps for values that arrive later. */
export class JsonText {
  #text = '';
  #parts: (string | JsonText)[] | null = null;

  write(text: string): void {
    this.#text += text;
  }

  /** Leaves a gap at the current position. Returns the text that fills it. */
  gap(): JsonText {
    const gap = new JsonText();
    this.#parts ??= [];
    this.#parts.push(this.#text, gap);
    this.#text = '';
    return gap;
  }

  toString(): string {
    return this.#parts ? this.#parts.join('') + this.#text : this.#text;
  }
}
