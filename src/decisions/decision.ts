import type { Facts } from '../audit/audit-entry.js';

/** What can take two people. */
export type DecisionKind = 'PAYOUT_GATE' | 'PAYOUT_POLICY' | 'PAYOUT_LIMIT' | 'TERMINAL_PROFILE' | 'UNCONFIRMED_PAYOUT';

/** A proposal that waits for a second person. */
export interface DecisionRecord {
  readonly id: string;
  readonly kind: DecisionKind;
  readonly subject: string;
  readonly content: Facts;
  readonly reason: string;
  readonly proposedBy: string;
  readonly proposedAt: Date;
  readonly expiresAt: Date;
}
