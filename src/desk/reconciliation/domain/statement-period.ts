import { MAX_STATEMENT_LINES } from './statement.js';

/** The period that a statement covers. The end is exclusive. */
export interface StatementPeriod {
  readonly from: Date;
  readonly to: Date;
}

export interface ExpectedInStatement {
  /** The payout must have been sent at this time or later, because a statement may list payouts by creation. */
  readonly from: Date;
  readonly completedFrom: Date;
  readonly completedTo: Date;
}

// If the provider gives no time, a payout counts as completed when Purser reads it, which can be 30 minutes late
// because of the polling schedule. The other half hour covers the provider's own delay before a completed payout
// appears in a statement.
const MARGIN_HOURS = 1;
const MARGIN_MS = MARGIN_HOURS * 3_600_000;

export const PERIOD_RULE = `longer than ${2 * MARGIN_HOURS} hours, of which the first and the last are not compared`;

/** Returns which payouts a statement must contain; null if too little of its period has passed. */
export function expectedInStatement({ from, to }: StatementPeriod, now: Date): ExpectedInStatement | null {
  const completedFrom = new Date(from.getTime() + MARGIN_MS);
  const completedTo = new Date(Math.min(to.getTime(), now.getTime()) - MARGIN_MS);
  return completedFrom < completedTo ? { from, completedFrom, completedTo } : null;
}

export const TOO_SHORT = `The period must be ${PERIOD_RULE}, and must begin in the past.`;

/** If more payouts are missing than a statement can list, the file must be for another period. */
export const MAX_LACKING = MAX_STATEMENT_LINES;

export const TOO_MANY_LACKING = `The statement lacks more than ${MAX_LACKING} payouts that are completed here. Give the period that the file covers.`;
