/** The cause of a run. */
export type ReconciliationTrigger = 'SCHEDULE' | 'REQUEST';

export type ReconciliationStatus = 'RUNNING' | 'DONE';

/** A look at all payouts of an account that may differ from what the provider has. */
export interface ReconciliationRun {
  readonly id: string;
  readonly accountId: string;
  readonly trigger: ReconciliationTrigger;
  /** The API key that asked for it; null for one of the schedule. */
  readonly requestedBy: string | null;
  readonly status: ReconciliationStatus;
  /** How many payouts it looks at. */
  readonly payouts: number;
  readonly checked: number;
  readonly changed: number;
  readonly discrepancies: number;
  readonly errors: number;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

export interface NewReconciliationRun {
  readonly accountId: string;
  readonly trigger: ReconciliationTrigger;
  readonly requestedBy: string | null;
}
