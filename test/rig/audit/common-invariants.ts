import type { CallerLoad } from '../callers/caller-load.js';
import type { Healing } from '../faults/healing-phase.js';
import type { Stage } from '../stage/stage.js';
import { examine, type Finding } from './finding.js';
import type { ProviderBook } from '../stage/sandbox/provider-book.js';

/**
 * Checks that no recipient was paid twice, using only the provider's book: every recipient belongs to one caller, who
 * wants one payout. Payments that the tables have lost count, too.
 */
export function checkPaidOnce(book: ProviderBook): Finding {
  const idsOf = new Map<string, string[]>();
  for (const { id, account } of book.payouts) {
    const recipient = account.requisites;
    idsOf.set(recipient, [...(idsOf.get(recipient) ?? []), id]);
  }
  return examine({ id: 'F1', holds: 'nobody was paid twice' }, [...idsOf], ([recipient, ids]) =>
    ids.length === 1 ? null : `${recipient} was paid as ${ids.join(' and ')}`,
  );
}

/** Checks that every payout with a provider id has the provider's status. */
export function checkStatuses(
  book: ProviderBook,
  payouts: readonly { readonly id: string; readonly status: string; readonly providerPayoutId: string | null }[],
): Finding {
  const statusOf = new Map(book.payouts.map(({ id, status }) => [id, status]));
  const bound = payouts.filter(({ providerPayoutId }) => providerPayoutId !== null);
  return examine(
    { id: 'I5', holds: 'what is bound has the status of the provider' },
    bound,
    ({ id, status, providerPayoutId }) => {
      const there = statusOf.get(providerPayoutId ?? '') ?? 'absent';
      return there === status ? null : `payout ${id} is ${status}, at the provider ${there}`;
    },
  );
}

export function checkProcesses({ replicas, provider }: Pick<Stage, 'replicas' | 'provider'>): Finding {
  return examine({ id: 'P1', holds: 'no process ended by itself' }, [...replicas, provider], ({ unplannedEnds }) =>
    unplannedEnds.length === 0 ? null : unplannedEnds.join('; '),
  );
}

export function checkEnds({ overdue, unsettled }: Healing): Finding {
  return { id: 'L1', holds: 'all comes to its end', checked: 1, violations: [...overdue, ...unsettled] };
}

export function checkAnswered({ records, unanswered }: Pick<CallerLoad<never>, 'records' | 'unanswered'>): Finding {
  return {
    id: 'K3',
    holds: 'every caller is answered',
    checked: records.length + unanswered.length,
    violations: unanswered,
  };
}
