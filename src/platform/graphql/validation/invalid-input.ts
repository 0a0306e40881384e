import type { InputProblem } from './validate-input.js';

export interface InputUserError {
  readonly code: string;
  readonly message: string;
  readonly field: readonly string[];
}

/** An input that breaks field rules for which the mutation has codes. Never contains a value from the input. */
export class InvalidInput extends Error {
  readonly userErrors: readonly InputUserError[];

  constructor(problems: readonly InputProblem[]) {
    super('An input breaks the rules of its class');
    this.name = InvalidInput.name;
    this.userErrors = problems.map(toUserError);
  }
}

/** A problem with one field. The field is given as a path within the input. */
export interface FieldProblem<Code extends string> {
  readonly code: Code;
  readonly field: readonly string[];
  readonly message: string;
}

/**
 * An input whose mutation reports problems with single fields together with those that it finds by itself. It does so
 * because it first looks for an earlier request with the same key, or because its other rules need a lookup.
 * @typeParam Code codes of the field rules
 */
export abstract class InputWithProblems<Code extends string> {
  /** Set by `ValidateArguments`, which does not reject such an input for problems that have a code. */
  problems: readonly FieldProblem<Code>[];

  /** @param problems found by the field rules of this class, so they have its codes */
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
