import { useState } from 'react';
import type { CombinedError } from 'urql';
import type { Problem } from '../api/failure.js';
import { type Act, useAct } from './use-act.js';

export interface CreationAnswer {
  /** Why creation failed, or undefined. Malformed values reported by the API appear at their fields. */
  readonly failure: CombinedError | string | undefined;
  readonly userErrors: readonly Problem[];
  /**
   * Called if an object was created, so null if none was. Not called if a field was refused, even if an object was
   * returned.
   */
  readonly onCreated: (() => void) | null;
}

export interface Creation {
  readonly act: Act;
  /** Returns a field's problem by its path in the input: `recipient.requisites`. */
  readonly problemOf: (path: string) => string | null;
  readonly idempotencyKey: string;
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
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const act = useAct(
    () => undefined,
    async () => {
      const { failure, userErrors, onCreated } = await create(idempotencyKey);
      if (userErrors.every(({ field }) => field === null)) onCreated?.();
      return typeof failure === 'string' ? failure : { error: failure, userErrors };
    },
    fields,
    // A retry sends the same key, so the message can promise that nothing is created twice.
    'failure.noAnswerOnce',
  );
  return { act, problemOf: act.problemOf, idempotencyKey };
}
