import type { VariablesOf } from '../../api/graphql.js';
import type { CHANGE_PAYOUT, Payout } from './payout-documents.js';

interface Typed {
  readonly amount: string;
  readonly note: string;
  /** By the names of the fields; the recipient is masked, so each begins empty. */
  readonly recipient: Readonly<Record<string, string>>;
}

type Changes = Omit<VariablesOf<typeof CHANGE_PAYOUT>['input'], 'payoutId'>;

/** The changes that were typed; null when there are none. A field of the recipient that is left empty stays as it is. */
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
