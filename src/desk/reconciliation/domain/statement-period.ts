import { MAX_STATEMENT_LINES } from './statement.js';

/** The period that a statement covers; the end is exclusive. */
export interface StatementPeriod {
  readonly from: Date;
  readonly to: Date;
}

export interface ExpectedInStatement {
  /** Sent at this time or later: a statement may list payouts by creation. */
  readonly from: Date;
  readonly completedFrom: Date;
  readonly completedTo: Date;
}

// Without a provider time, a payout counts as completed when Purser reads it, up to 30 minutes late by the poll
// schedule. The other half covers the provider's own delay before a completed payout appears in its statement.
const MARGIN_HOURS = 1;
const MARGIN_MS = MARGIN_HOURS * 3_600_000;

export const PERIOD_RULE = `longer than ${2 * MARGIN_HOURS} hours, of which the first and the last are not compared`;

/** Returns what a statement must contain; null if the part of the period that has passed is too short. */
export function expectedInStatement({ from, to }: StatementPeriod, now: Date): ExpectedInStatement | null {
  const completedFrom = new Date(from.getTime() + MARGIN_MS);
  const completedTo = new Date(Math.min(to.getTime(), now.getTime()) - MARGIN_MS);
  return completedFrom < completedTo ? { from, completedFrom, completedTo } : null;
}

export const TOO_SHORT = `The period must be ${PERIOD_RULE}, and must begin in the past.`;

/** If more payouts are missing than a statement can list, the file belongs to another period. */
export const MAX_LACKING = MAX_STATEMENT_LINES;

export const TOO_MANY_LACKING = `The statement lacks more than ${MAX_LACKING} payouts that are completed here. Give the period that the file covers.`;
