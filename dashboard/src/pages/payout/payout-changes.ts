import type { VariablesOf } from '../../api/graphql.js';
import type { CHANGE_PAYOUT, Payout } from './payout-documents.js';

export interface Typed {
  readonly amount: string;
  readonly note: string;
  /** Keyed by field name. Fields start empty, because the recipient is masked. */
  readonly recipient: Readonly<Record<string, string>>;
}

type Changes = Omit<VariablesOf<typeof CHANGE_PAYOUT>['input'], 'payoutId'>;

/** Returns the changed values, or null if there are none. Empty recipient fields stay unchanged. */
export function changesOf(payout: Pick<Payout, 'amount' | 'note'>, typed: Typed): Changes | null {
  const amount = typed.amount.trim();
  const note = typed.note.trim() === '' ? null : typed.note.trim();
  const recipient = Object.entries(typed.recipient).flatMap(([name, value]) =>
    value.trim() === '' ? [] : [[name, value.trim()] as const],
  );
  const changes: Changes = {
    ...(amount !== payout.amount && { amount }),
    ...(note !== payout.note && { note }),
    ...(recipient.length > 0 && { recipient: Object.fromEntries(recipient) }),
  };
  return Object.keys(changes).length === 0 ? null : changes;
}
