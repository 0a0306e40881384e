import { useState } from 'react';
import type { TextId } from '../text/use-text.js';
import { useText } from '../text/use-text.js';
import { type Answer, NO_PROBLEMS, Problems } from './problems.js';

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
 * Runs an action on a button press, one at a time. A problem stays on the screen until the next attempt.
 * @param onDone called on success only
 * @param work returns the result, or a problem of the form itself; undefined on success
 * @param fields paths of the fields that show their own problems
 * @param lostAnswer says what to do if no answer came
 */
export function useAct(
  onDone: () => void,
  work: () => Promise<Answer | string | undefined>,
  fields: readonly string[] = [],
  lostAnswer: TextId = 'failure.noAnswer',
): Act {
  const text = useText();
  const [isUnderWay, setIsUnderWay] = useState(false);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const run = async (): Promise<void> => {
    setIsUnderWay(true);
    const answer = await work();
    const own = typeof answer === 'string' ? { userErrors: [{ field: null, message: answer }] } : answer;
    const found = Problems.told(text, own ?? {}, fields, lostAnswer);
    setIsUnderWay(false);
    setProblems(found);
    if (found.isNone) onDone();
  };
  return {
    isUnderWay,
    problem: problems.ofForm,
    problemOf: (path) => problems.at(path),
    forget: (path) => {
      setProblems(problems.without(path));
    },
    run: () => void run(),
  };
}
