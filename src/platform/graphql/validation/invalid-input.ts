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
    this.userErrors = problems.map(toUserError);
  }
}

/** The problem with one field of an input by itself, the field named from the input on. */
export interface FieldProblem<Code extends string> {
  readonly code: Code;
  readonly field: readonly string[];
  readonly message: string;
}

/**
 * An input whose mutation tells what is wrong with its fields together with what it finds itself. It first looks for an
 * earlier request with the same key, which was held to the rules of its own day, or its other rules need what it looks
 * up.
 *
 * @typeParam Code the codes of the rules on its fields
 */
export abstract class InputWithProblems<Code extends string> {
  /** Set by `ValidateArguments`, which refuses nothing of such an input that has a code. */
  problems: readonly FieldProblem<Code>[];

  /** @param problems by the rules of this class, so their codes are those it names */
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
