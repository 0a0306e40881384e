import type { Facts } from '../audit/audit-entry.js';
import type { DecimalString } from '../../common/decimal.js';

/** The kinds of differences between Purser and the provider. */
export type DiscrepancyKind =
  | 'AMOUNT'
  | 'RECIPIENT'
  /** A status that went back, other than from an end. */
  | 'STATUS_REGRESSION'
  /** An end, mostly COMPLETED, that the provider took back. */
  | 'CORRECTED'
  /** A Purser payout that the provider no longer knows. */
  | 'ABSENT'
  /** A payout at the provider that Purser never made. */
  | 'UNKNOWN_PAYOUT'
  /** A payout, COMPLETED here and at the provider, that a statement of its period lacks. */
  | 'NOT_IN_STATEMENT'
  | 'BALANCE';

export interface NewDiscrepancy {
  readonly kind: DiscrepancyKind;
  readonly accountId: string;
  /** The identity by which it is found again: Purser's id of the payout, the provider's, or a currency. */
  readonly subject: string;
  /** Our payout; null where there is none. */
  readonly payoutId: string | null;
  readonly providerPayoutId: string | null;
  /** Facts on Purser's side and on the provider's; never a recipient's data. */
  readonly ours: Facts | null;
  readonly theirs: Facts | null;
  /** The amount that an UNKNOWN_PAYOUT shows. */
  readonly amount?: DecimalString | null;
  /** Keyed hash of the requisites that an UNKNOWN_PAYOUT shows. */
  readonly requisitesHash?: Buffer | null;
}

/** A difference as it is kept. */
export interface Discrepancy extends NewDiscrepancy {
  readonly id: string;
  readonly timesSeen: number;
  readonly openedAt: Date;
  readonly lastSeenAt: Date;
  readonly closedAt: Date | null;
  /** The API key of whoever closed it. */
  readonly closedBy: string | null;
  readonly note: string | null;
  /** Whether a person found the provider's payout to be this one; null where nobody was asked. */
  readonly isThisPayout: boolean | null;
}
