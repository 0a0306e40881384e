import type { Facts } from '../audit/audit-entry.js';
import type { DecimalString } from '../../common/decimal.js';

export type DiscrepancyKind =
  | 'AMOUNT'
  | 'RECIPIENT'
  /** A status that went back to an earlier one, but was not final. */
  | 'STATUS_REGRESSION'
  /** A final status, usually COMPLETED, that the provider withdrew. */
  | 'CORRECTED'
  /** One of Purser's payouts that the provider no longer has. */
  | 'ABSENT'
  /** A payout at the provider that Purser never made. */
  | 'UNKNOWN_PAYOUT'
  /** A payout that is COMPLETED here and at the provider, but missing in a statement that covers it. */
  | 'NOT_IN_STATEMENT'
  | 'BALANCE';

export interface NewDiscrepancy {
  readonly kind: DiscrepancyKind;
  readonly accountId: string;
  /**
   * Recognises the difference when it is found again: the id of Purser's payout, the id of the provider's, or a
   * currency.
   */
  readonly subject: string;
  /** Null if the discrepancy is not about one of Purser's payouts. */
  readonly payoutId: string | null;
  readonly providerPayoutId: string | null;
  /** Facts from Purser and from the provider. Never the data of a recipient. */
  readonly ours: Facts | null;
  readonly theirs: Facts | null;
  readonly amount?: DecimalString | null;
  /** Keyed hash of the requisites, for an UNKNOWN_PAYOUT. */
  readonly requisitesHash?: Buffer | null;
}

export interface Discrepancy extends NewDiscrepancy {
  readonly id: string;
  readonly timesSeen: number;
  readonly openedAt: Date;
  readonly lastSeenAt: Date;
  readonly closedAt: Date | null;
  /** The key or person that closed it. */
  readonly closedBy: string | null;
  readonly note: string | null;
  /** Whether a person found that the provider's payout is this one; null if they were not asked. */
  readonly isThisPayout: boolean | null;
}
