import { isoOf, type UtcText } from '../../../common/text/utc-text.js';
import type { PayoutStatus } from './payout-status.js';

/** Reasons to wait that are stored with a payout when it is due but cannot be sent. */
export const STORED_WAITS = {
  LIMIT: 'A limit leaves no room for it; `blockedBy` says which.',
  MAY_HAVE_BEEN_SENT:
    'The provider has a payment that may be this payout; two people bind the payout or close the payment.',
  BALANCE: 'The expected balance does not cover it, or the provider says that its balance does not.',
  CREDENTIALS: 'The provider refuses the token of the account, or the address that Purser calls.',
  CIRCUIT: 'The last calls for the account failed, so the provider is not called for a while.',
  BUDGET: 'The request budget is used up, or other payouts go first.',
  RETRY: 'The last attempt did not reach the provider. It is retried after a delay.',
  UNSENDABLE: 'Its row contradicts itself or cannot be read; a person must look at it.',
} as const;

export const PAYOUT_WAITS = {
  GATE: 'The payout gate is shut: no payout is sent until people open it.',
  APPROVAL: 'People must approve the payout first.',
  STANDBY: "The database's synchronous standby: commits do not wait for a standby, or hang while waiting for it.",
  ...STORED_WAITS,
} as const;

export type StoredWait = keyof typeof STORED_WAITS;
export type PayoutWaitKind = keyof typeof PAYOUT_WAITS;

export interface PayoutWait {
  readonly kind: PayoutWaitKind;
  readonly message: string;
  readonly since: Date | UtcText;
}

export interface WaitingPayout {
  readonly status: PayoutStatus;
  readonly problem: string | null;
  readonly waitsFor: StoredWait | null;
  readonly waitsSince: Date | UtcText | null;
  readonly nextAttemptAt: Date | UtcText | null;
  readonly approvalsNeeded: number;
  readonly createdAt: Date | UtcText;
}

interface Gate {
  readonly isOpen: boolean;
  readonly changedAt: Date;
}

/** Why the database cannot commit safely, so that no payout is sent. */
export type CommitProblem = 'NO_STANDBY' | 'HANG';

const COMMIT_PROBLEMS: Readonly<Record<CommitProblem, string>> = {
  NO_STANDBY: 'Commits of the database do not wait for a synchronous standby; no payout is sent until they do.',
  HANG: 'Commits of the database do not end; the database or its synchronous standby may be away.',
};

interface Surroundings {
  readonly gate: Gate | null;
  readonly commits: CommitProblem | null;
}

// The caller's process usually claims a due payout within five seconds, and the tick within one.
const OVERDUE_MS = 10_000;

/**
 * Returns everything that a payout waits for now, the gate first. Empty if the payout is on its way or has ended.
 * @param now by this process's clock
 */
export function waitsOf(payout: WaitingPayout, { gate, commits }: Surroundings, now: number): PayoutWait[] {
  const { status, waitsFor, createdAt } = payout;
  const since = payout.waitsSince ?? createdAt;
  if (status === 'AWAITING_APPROVAL') return [{ kind: 'APPROVAL', message: approvalsMissing(payout), since }];
  if (status !== 'APPROVED') return [];
  const waits: PayoutWait[] = [];
  if (gate?.isOpen === false) {
    waits.push({ kind: 'GATE', message: PAYOUT_WAITS.GATE, since: later(gate.changedAt, createdAt) });
  }
  if (waitsFor !== null) {
    waits.push({ kind: waitsFor, message: payout.problem ?? PAYOUT_WAITS[waitsFor], since });
  } else if (waits.length === 0 && commits === 'NO_STANDBY') {
    // Without a standby Purser does not even try to claim payouts, so the payout waits even if it is not overdue.
    waits.push({ kind: 'STANDBY', message: COMMIT_PROBLEMS[commits], since });
  } else if (waits.length === 0 && isOverdue(payout, now) && commits !== null) {
    waits.push({ kind: 'STANDBY', message: COMMIT_PROBLEMS[commits], since: payout.nextAttemptAt ?? createdAt });
  } else if (waits.length === 0 && isOverdue(payout, now)) {
    waits.push({ kind: 'BUDGET', message: PAYOUT_WAITS.BUDGET, since: payout.nextAttemptAt ?? createdAt });
  }
  return waits;
}

function approvalsMissing({ approvalsNeeded }: WaitingPayout): string {
  return approvalsNeeded === 1 ? 'Another person must approve it.' : `${approvalsNeeded} people must approve it.`;
}

function isOverdue({ nextAttemptAt }: WaitingPayout, now: number): boolean {
  return nextAttemptAt !== null && timeOf(nextAttemptAt) < now - OVERDUE_MS;
}

function later(first: Date, second: Date | UtcText): Date | UtcText {
  return first.getTime() > timeOf(second) ? first : second;
}

function timeOf(time: Date | UtcText): number {
  return time instanceof Date ? time.getTime() : Date.parse(isoOf(time));
}
