import type { InputProblem } from './validate-input.js';

/** A problem with an input as a mutation answers it. */
export interface InputUserError {
  readonly code: string;
  readonly message: string;
  readonly field: readonly string[];
}

/** An input that breaks rules of its class which the mutation has codes for. No value of the input is in it. */
export class InvalidInput extends Error {
  readonly userErrors: readonly InputUserError[];

  constructor(problems: readonly InputProblem[]) {
    super('An input breaks the rules of its class');
    this.name = InvalidInput.name;
    this.userErrors = problems.map(({ code, field, rule }) => ({
      code: code ?? '',
      message: `${field.findLast((step) => !INDEX.test(step)) ?? ''} ${rule}`,
      field,
    }));
  }
}

const INDEX = /^\d+$/;
