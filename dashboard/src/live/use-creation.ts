import { useState } from 'react';
import type { CombinedError } from 'urql';
import { type Act, useAct } from './use-act.js';

interface Problem {
  readonly field: readonly string[] | null;
  readonly message: string;
}

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
 */
export function useCreation(create: (idempotencyKey: string) => Promise<CreationAnswer>): Creation {
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const act = useAct(
    () => undefined,
    async () => {
      const { failure, userErrors, onCreated } = await create(idempotencyKey);
      const malformed = typeof failure === 'string' ? [] : malformedFields(failure);
      setProblems(new Map([...malformed, ...userErrors].map(({ field, message }) => [pathOf(field), message])));
      if (userErrors.every(({ field }) => field === null)) onCreated?.();
      if (malformed.length > 0) return undefined;
      const reason = typeof failure === 'string' ? failure : failure?.message;
      return reason ?? userErrors.find(({ field }) => field === null)?.message;
    },
  );
  return { act, problemOf: (path) => problems.get(path) ?? null };
}

/** Without the name of the argument that it begins with. */
function pathOf(field: readonly string[] | null): string {
  return (field ?? []).filter((part) => part !== 'input').join('.');
}

/** The fields whose values no scalar of the API parses, each with its rule. */
function malformedFields(error: CombinedError | undefined): readonly Problem[] {
  return (error?.graphQLErrors ?? []).flatMap(({ message, extensions }) => {
    const field: unknown = extensions['field'];
    if (extensions['code'] !== 'BAD_USER_INPUT' || !Array.isArray(field)) return [];
    const path = field.map(String);
    const rule = message.replace(`${path.join('.')} `, '');
    return [{ field: path, message: `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.` }];
  });
}
