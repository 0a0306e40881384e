import { useState } from 'react';
import { useMutation } from 'urql';
import { type Act, useAct } from '../../live/use-act.js';
import { CREATE_PAYOUT, type CreatedPayout, type Destination } from './new-payout-documents.js';
import { type PayoutDraft, toInput } from './payout-draft.js';

export interface CreatingPayout {
  readonly act: Act;
  /** The problem with a field, by its path in the input: `recipient.requisites`. */
  readonly problemOf: (path: string) => string | null;
}

/**
 * Creates a payout, at most one for each form: the key is made with the form, so pressing again after an answer that was
 * lost returns the payout that was made.
 */
export function useCreatePayout(
  draft: PayoutDraft,
  destination: Destination,
  onCreated: (created: CreatedPayout) => void,
): CreatingPayout {
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [, create] = useMutation(CREATE_PAYOUT);
  const act = useAct(
    () => undefined,
    async () => {
      const { data, error } = await create({ input: toInput(draft, destination, idempotencyKey) });
      if (error) {
        setProblems(new Map());
        return error.message;
      }
      const payload = data?.createPayout;
      const found = payload?.userErrors ?? [];
      setProblems(new Map(found.map(({ field, message }) => [pathOf(field), message])));
      if (payload?.payout) onCreated(payload);
      return found.find(({ field }) => field === null)?.message;
    },
  );
  return { act, problemOf: (path) => problems.get(path) ?? null };
}

/** Without the name of the argument that it begins with. */
function pathOf(field: readonly string[] | null): string {
  return (field ?? []).filter((part) => part !== 'input').join('.');
}
