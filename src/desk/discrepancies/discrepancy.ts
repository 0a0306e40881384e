import type { Facts } from '../audit/audit-entry.js';
import type { DecimalString } from '../../common/decimal.js';

export type DiscrepancyKind =
  | 'AMOUNT'
  | 'RECIPIENT'
  /** A status that went back, but not from an end. */
  | 'STATUS_REGRESSION'
  /** An end, usually COMPLETED, that the provider withdrew. */
  | 'CORRECTED'
  /** A Purser payout that the provider no longer has. */
  | 'ABSENT'
  /** A provider payout that Purser never made. */
  | 'UNKNOWN_PAYOUT'
  /** A payout, COMPLETED here and at the provider, that is missing in a statement of its period. */
  | 'NOT_IN_STATEMENT'
  | 'BALANCE';

export interface NewDiscrepancy {
  readonly kind: DiscrepancyKind;
  readonly accountId: string;
  /** Identifies the difference when it is found again: Purser's payout id, the provider's, or a currency. */
  readonly subject: string;
  /** Null if it is about no Purser payout. */
  readonly payoutId: string | null;
  readonly providerPayoutId: string | null;
  /** Facts of Purser and of the provider, never a recipient's data. */
  readonly ours: Facts | null;
  readonly theirs: Facts | null;
  readonly amount?: DecimalString | null;
  /** Keyed hash of the requisites of an UNKNOWN_PAYOUT. */
  readonly requisitesHash?: Buffer | null;
}

export interface Discrepancy extends NewDiscrepancy {
  readonly id: string;
  readonly timesSeen: number;
  readonly openedAt: Date;
  readonly lastSeenAt: Date;
  readonly closedAt: Date | null;
  /** The API key of the person who closed it. */
  readonly closedBy: string | null;
  readonly note: string | null;
  /** Whether a person found that the provider's payout is this one; null if not asked. */
  readonly isThisPayout: boolean | null;
}
