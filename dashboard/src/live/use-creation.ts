import { useState } from 'react';
import type { CombinedError } from 'urql';
import { type Failure, failureOf, isAt, malformedFields, type Problem } from '../api/failure.js';
import { failureText } from '../text/failure.js';
import { useText } from '../text/use-text.js';
import { type Act, useAct } from './use-act.js';

export interface CreationAnswer {
  /** Why there is none; undefined when there is one. What the API says about the form of a value goes to its field. */
  readonly failure: CombinedError | string | undefined;
  readonly userErrors: readonly Problem[];
  /** Called when something was made; null when nothing was. With a refused field, the answer shows another object. */
  readonly onCreated: (() => void) | null;
}

export interface Creation {
  readonly act: Act;
  /** The problem with a field, by its path in the input: `recipient.requisites`. */
  readonly problemOf: (path: string) => string | null;
}

/**
 * Creates something, at most one for each form: the idempotency key is made with the form, so pressing again after an
 * answer that was lost returns what was made.
 *
 * @param fields the paths of the fields that show their problems themselves; any other problem is that of the form
 */
export function useCreation(
  fields: readonly string[],
  create: (idempotencyKey: string) => Promise<CreationAnswer>,
): Creation {
  const text = useText();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  // The key of the form is sent again, and a proposal that is repeated is the first one.
  const words = (failure: Failure): string =>
    failure.kind === 'unreachable' ? text('failure.noAnswerOnce') : failureText(text, failure);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const act = useAct(
    () => undefined,
    async () => {
      const { failure, userErrors, onCreated } = await create(idempotencyKey);
      const isPlaced = (problem: Problem): boolean => fields.some((path) => isAt(path, problem));
      const malformed = typeof failure === 'string' ? [] : malformedFields(failure).filter(isPlaced);
      setProblems([...malformed, ...userErrors]);
      if (userErrors.every(({ field }) => field === null)) onCreated?.();
      if (malformed.length > 0) return undefined;
      const reason = typeof failure === 'string' ? failure : failure && words(failureOf(failure));
      return reason ?? userErrors.find((problem) => !isPlaced(problem))?.message;
    },
  );
  return { act, problemOf: (path) => problems.find((problem) => isAt(path, problem))?.message ?? null };
}
