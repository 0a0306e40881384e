import { MAX_STATEMENT_LINES } from './statement.js';

/** The time that a statement covers: from the first moment to before the second. */
export interface StatementPeriod {
  readonly from: Date;
  readonly to: Date;
}

/** The payouts that must be in a statement of a period. */
export interface ExpectedInStatement {
  /** Sent at this time or later: a statement may list payouts by their creation. */
  readonly from: Date;
  readonly completedFrom: Date;
  readonly completedTo: Date;
}

// Without a time of the provider's, a payout is completed here when Purser reads it: up to 30 minutes late by the schedule
// of the polls. The other half covers the provider's own delay until a completed payout is in its statement.
const MARGIN_HOURS = 1;
const MARGIN_MS = MARGIN_HOURS * 3_600_000;

export const PERIOD_RULE = `longer than ${2 * MARGIN_HOURS} hours, of which the first and the last are not compared`;

/** The payouts that a statement must have; null where the period, as far as it is over, is too short to have any. */
export function expectedInStatement({ from, to }: StatementPeriod, now: Date): ExpectedInStatement | null {
  const completedFrom = new Date(from.getTime() + MARGIN_MS);
  const completedTo = new Date(Math.min(to.getTime(), now.getTime()) - MARGIN_MS);
  return completedFrom < completedTo ? { from, completedFrom, completedTo } : null;
}

export const TOO_SHORT = `The period must be ${PERIOD_RULE}, and must begin in the past.`;

/** With more than a statement can have, the file is not the one of the period. */
export const MAX_LACKING = MAX_STATEMENT_LINES;

export const TOO_MANY_LACKING = `The statement lacks more than ${MAX_LACKING} payouts that are completed here. Give the period that the file covers.`;
