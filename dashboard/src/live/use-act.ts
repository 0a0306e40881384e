import { useState } from 'react';
import type { CombinedError } from 'urql';
import { failureOf, isAt, malformedFields, type Problem } from '../api/failure.js';
import { failureText } from '../text/failure.js';
import { useText } from '../text/use-text.js';

/** The result of a mutation. It succeeded if there is no error and no problem. */
export interface Answer {
  readonly error?: CombinedError | undefined;
  readonly userErrors?: readonly Problem[] | undefined;
}

export interface Act {
  readonly isUnderWay: boolean;
  /** The refusal, unless a field of the form shows it; null if there is none. */
  readonly problem: string | null;
  /** Returns a form field's problem by its path in the input: `recipient.requisites`. */
  readonly problemOf: (path: string) => string | null;
  /** Clears a field's problem once its value changes. */
  readonly forget: (path: string) => void;
  readonly run: () => void;
}

/**
 * Runs an action on a button press, one at a time. A refusal stays until the next attempt.
 * @param onDone called on success only
 * @param work returns the result, or a problem of the form itself; undefined on success
 * @param fields paths of the fields that show their own problems
 */
export function useAct(
  onDone: () => void,
  work: () => Promise<Answer | string | undefined>,
  fields: readonly string[] = [],
): Act {
  const text = useText();
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const isPlaced = (problem: Problem): boolean => fields.some((path) => isAt(path, problem));
  const problemsIn = ({ error, userErrors = [] }: Answer): readonly Problem[] => {
    if (!error) return userErrors;
    const malformed = malformedFields(error).filter(isPlaced);
    if (malformed.length > 0) return malformed;
    // A lost response leaves the outcome unknown: the action may have succeeded.
    const failure = failureOf(error);
    const message = failure.kind === 'unreachable' ? text('failure.noAnswer') : failureText(text, failure);
    return [{ field: null, message }];
  };
  const run = async (): Promise<void> => {
    setIsUnderWay(true);
    const answer = await work();
    const found = typeof answer === 'string' ? [{ field: null, message: answer }] : problemsIn(answer ?? {});
    setIsUnderWay(false);
    setProblems(found);
    if (found.length === 0) onDone();
  };
  return {
    isUnderWay,
    problem: problems.find((problem) => !isPlaced(problem))?.message ?? null,
    problemOf: (path) => problems.find((problem) => isAt(path, problem))?.message ?? null,
    forget: (path) => {
      setProblems(problems.filter((problem) => !isAt(path, problem)));
    },
    run: () => void run(),
  };
}
