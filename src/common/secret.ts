import { inspect } from 'node:util';

/**
 * A secret: out of the environment, or typed by a payer. It prints as `[secret]` wherever it is logged, serialised or
 * inspected by mistake; `reveal()` is the one way to its value.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}
