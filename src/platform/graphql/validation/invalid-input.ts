import type { InputProblem } from './validate-input.js';

export interface InputUserError {
  readonly code: string;
  readonly message: string;
  readonly field: readonly string[];
}

/** An input that breaks rules of its class for which the mutation has codes. Contains no value of the input. */
export class InvalidInput extends Error {
  readonly userErrors: readonly InputUserError[];

  constructor(problems: readonly InputProblem[]) {
    super('An input breaks the rules of its class');
    this.name = InvalidInput.name;
    this.userErrors = problems.map(toUserError);
  }
}

/** The problem with one field, as a path from the input. */
export interface FieldProblem<Code extends string> {
  readonly code: Code;
  readonly field: readonly string[];
  readonly message: string;
}

/**
 * An input whose mutation reports problems of single fields together with those it finds itself, because it first looks
 * for an earlier request with the same key, or because its other rules need a look-up.
 * @typeParam Code codes of the field rules
 */
export abstract class InputWithProblems<Code extends string> {
  /** Set by `ValidateArguments`, which refuses no such input for a problem with a code. */
  problems: readonly FieldProblem<Code>[];

  /** @param problems by the rules of this class, so with its codes */
  tell(problems: readonly InputProblem[]): void {
    this.problems = problems.map(toUserError).map(({ code, field, message }) => {
      return { code: code as Code, field: field.slice(1), message };
    });
  }
}

function toUserError({ code, field, rule }: InputProblem): InputUserError {
  return { code: code ?? '', message: `${field.findLast((step) => !INDEX.test(step)) ?? ''} ${rule}`, field };
}

const INDEX = /^\d+$/;
