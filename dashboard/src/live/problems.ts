import type { CombinedError } from 'urql';
import { failureOf, isAt, malformedFields, type Problem } from '../api/failure.js';
import { failureText, problemText } from '../text/problem.js';
import type { Text, TextId } from '../text/use-text.js';

/** The result of a mutation. It succeeded if there is no error and no problem. */
export interface Answer {
  readonly error?: CombinedError | undefined;
  readonly userErrors?: readonly Problem[] | undefined;
}

/** The problems of an action, in words for people. */
export class Problems {
  /**
   * @param problems as `told` returns them
   * @param fields paths of the fields that show their own problems; all others concern the whole form
   */
  constructor(
    private readonly problems: readonly Problem[],
    private readonly fields: readonly string[],
  ) {}

  /**
   * @param lostAnswer says what to do if no answer came: the action may have succeeded
   */
  static told(text: Text, { error, userErrors = [] }: Answer, fields: readonly string[], lostAnswer: TextId): Problems {
    const isPlaced = (problem: Problem): boolean => fields.some((path) => isAt(path, problem));
    const say = (problem: Problem): Problem => ({
      field: problem.field,
      message: problemText(text, problem, isPlaced(problem)),
    });
    const malformed = error ? malformedFields(error).filter(isPlaced) : [];
    if (!error || malformed.length > 0) return new Problems([...malformed, ...userErrors].map(say), fields);
    const failure = failureOf(error);
    const message = failure.kind === 'unreachable' ? text(lostAnswer) : failureText(text, failure);
    return new Problems([{ field: null, message }], fields);
  }

  get isNone(): boolean {
    return this.problems.length === 0;
  }

  /** The problem that no field shows; null if there is none. */
  get ofForm(): string | null {
    const isPlaced = (problem: Problem): boolean => this.fields.some((path) => isAt(path, problem));
    return this.problems.find((problem) => !isPlaced(problem))?.message ?? null;
  }

  /** The problem of a field, by its path in the input: `recipient.requisites`. */
  at(path: string): string | null {
    return this.problems.find((problem) => isAt(path, problem))?.message ?? null;
  }

  without(path: string): Problems {
    return new Problems(
      this.problems.filter((problem) => !isAt(path, problem)),
      this.fields,
    );
  }
}

export const NO_PROBLEMS = new Problems([], []);
