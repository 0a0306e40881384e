import type { Text } from '../../text/use-text.js';
import { reasonOf } from '../payouts/failure-reason.js';
import type { PayoutStatus } from '../payouts/payout-status.js';
import type { EndedPayout } from './repeats-documents.js';

/** Ends that nobody chose. */
const FAILURES: readonly PayoutStatus[] = ['FAILED', 'REJECTED', 'EXPIRED', 'CANCELED'];

const CHOSEN: readonly PayoutStatus[] = ['DECLINED', 'WITHDRAWN', 'CLOSED'];

/** The statuses whose payouts are offered, if the list shows this one, or all; empty if it shows none of them. */
export function repeatableStatuses(shown: PayoutStatus | undefined): readonly PayoutStatus[] {
  return shown === undefined ? FAILURES : [...FAILURES, ...CHOSEN].filter((status) => status === shown);
}

export interface RepeatGroup {
  readonly reason: string;
  readonly payouts: readonly EndedPayout[];
}

/** Groups the payouts that may be paid again by the reason of their failure, the largest group first. */
export function groupsOf(payouts: readonly EndedPayout[], text: Text): readonly RepeatGroup[] {
  const groups = new Map<string, EndedPayout[]>();
  for (const payout of payouts) {
    if (!payout.actions.some(({ kind, isAllowed }) => kind === 'REPEAT' && isAllowed)) continue;
    const reason = reasonOf(payout, text);
    groups.set(reason, [...(groups.get(reason) ?? []), payout]);
  }
  const found = [...groups].map(([reason, members]) => ({ reason, payouts: members }));
  return found.sort((one, other) => other.payouts.length - one.payouts.length);
}
