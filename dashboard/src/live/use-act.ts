import { useState } from 'react';
import type { CombinedError } from 'urql';
import { failureOf, isAt, malformedFields, type Problem } from '../api/failure.js';
import { failureText } from '../text/failure.js';
import { useText } from '../text/use-text.js';

/** What a mutation answered, or that it failed. Without problems it is done. */
export interface Answer {
  readonly error?: CombinedError | undefined;
  readonly userErrors?: readonly Problem[] | undefined;
}

export interface Act {
  readonly isUnderWay: boolean;
  /** Why it was refused, as far as no field of the form says so; null when it was not. */
  readonly problem: string | null;
  /** The problem with a field of the form, by its path in the input: `recipient.requisites`. */
  readonly problemOf: (path: string) => string | null;
  /** Takes the problem with a field back, once its value is another one. */
  readonly forget: (path: string) => void;
  readonly run: () => void;
}

/**
 * Something that is done once at a time, at the press of a button. A refusal stays until it is tried again.
 *
 * @param onDone called when it is done, and not when it was refused
 * @param work returns the answer, or a problem of the form itself; undefined when it is done
 * @param fields the paths of the fields that show their problems themselves
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
    // An answer that was lost on its way may have been that it is done.
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
