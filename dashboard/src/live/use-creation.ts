import { useState } from 'react';
import type { CombinedError } from 'urql';
import { type Failure, failureOf, isAt, malformedFields, type Problem } from '../api/failure.js';
import { failureText } from '../text/failure.js';
import { useText } from '../text/use-text.js';
import { type Act, useAct } from './use-act.js';

export interface CreationAnswer {
  /** Why creation failed, or undefined. Malformed values reported by the API appear at their fields. */
  readonly failure: CombinedError | string | undefined;
  readonly userErrors: readonly Problem[];
  /** Called if an object was created; null otherwise. If a field was refused, the returned object is another one. */
  readonly onCreated: (() => void) | null;
}

export interface Creation {
  readonly act: Act;
  /** Returns a field's problem by its path in the input: `recipient.requisites`. */
  readonly problemOf: (path: string) => string | null;
}

/**
 * Creates an object, at most one per form: the idempotency key belongs to the form, so pressing again after a lost
 * response returns the first object.
 * @param fields paths of the fields that show their own problems; all others concern the whole form
 */
export function useCreation(
  fields: readonly string[],
  create: (idempotencyKey: string) => Promise<CreationAnswer>,
): Creation {
  const text = useText();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  // A retry sends the same key, so the message can promise that nothing is created twice.
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
