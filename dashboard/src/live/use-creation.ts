import { useState } from 'react';
import { type Act, useAct } from './use-act.js';

interface Answer {
  /** Why there is none; undefined when there is one. */
  readonly failure: string | undefined;
  readonly userErrors: readonly { readonly field: readonly string[] | null; readonly message: string }[];
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
 */
export function useCreation(create: (idempotencyKey: string) => Promise<Answer>): Creation {
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const act = useAct(
    () => undefined,
    async () => {
      const { failure, userErrors, onCreated } = await create(idempotencyKey);
      setProblems(new Map(userErrors.map(({ field, message }) => [pathOf(field), message])));
      if (userErrors.every(({ field }) => field === null)) onCreated?.();
      return failure ?? userErrors.find(({ field }) => field === null)?.message;
    },
  );
  return { act, problemOf: (path) => problems.get(path) ?? null };
}

/** Without the name of the argument that it begins with. */
function pathOf(field: readonly string[] | null): string {
  return (field ?? []).filter((part) => part !== 'input').join('.');
}
