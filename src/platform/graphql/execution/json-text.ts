// Quotes, backslashes, controls and lone surrogates: all that JSON.stringify escapes.
const ESCAPED = /["\\\p{Cc}\p{Surrogate}]/u;

/** Equals `JSON.stringify(text)`, and is faster for a text without characters to escape. */
export function quote(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** JSON text that is written in order, with gaps for values that arrive later. */
export class JsonText {
  #text = '';
  #parts: (string | JsonText)[] | null = null;

  write(text: string): void {
    this.#text += text;
  }

  /** Leaves a gap here, and returns the text to fill it with. */
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
