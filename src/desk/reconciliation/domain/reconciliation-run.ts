export type ReconciliationTrigger = 'SCHEDULE' | 'REQUEST';

export type ReconciliationStatus = 'RUNNING' | 'DONE';

/** A reconciliation run: reads back those payouts of one account that may differ from the provider's. */
export interface ReconciliationRun {
  readonly id: string;
  readonly accountId: string;
  readonly trigger: ReconciliationTrigger;
  /** The key or person that requested the run; null for a scheduled run. */
  readonly requestedBy: string | null;
  readonly status: ReconciliationStatus;
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
