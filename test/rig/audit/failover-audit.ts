import { checkAnswered, checkPaidOnce, checkProcesses, checkStatuses } from './common-invariants.js';
import { examine, type Finding } from './finding.js';
import { checkEntries, readLedgerTables } from './ledger-invariants.js';
import type { ProviderBook } from '../stage/sandbox/provider-book.js';
import type { LoadedStage } from '../callers/loaded-stage.js';
import type { QueriedDatabase } from '../stage/postgres/stage-database.js';
import type { CallerRecord } from '../callers/caller-load.js';
import { type ChangeSubscriber, keyOfChange } from '../callers/change-subscriber.js';
import type { RoundReport } from '../campaigns/failover-rounds.js';
import { isGateOpen } from '../faults/gate-people.js';

// When a subscriber resumes at its first change, it may have received that change and others of the same moment before.
const SINCE_MARGIN_MS = 1_000;

export interface LoggedChange {
  readonly payoutId: string;
  readonly from: string | null;
  readonly to: string;
  readonly occurredAt: Date;
}

/** Checks the invariants that must hold after every kind of loss. */
export async function auditFailover(
  stage: LoadedStage,
  {
    book,
    reports,
    subscribers,
    lastCallers,
  }: {
    readonly book: ProviderBook;
    readonly reports: readonly RoundReport[];
    readonly subscribers: readonly ChangeSubscriber[];
    /** Callers who sent requests after everything had been repaired. */
    readonly lastCallers: readonly CallerRecord[];
  },
): Promise<Finding[]> {
  const { postgres } = stage;
  const log = await readPayoutChanges(stage);
  const payouts = await postgres.query<{ id: string; key: string; status: string; providerPayoutId: string | null }>(
    `SELECT id, idempotency_key AS key, status, provider_payout_id AS "providerPayoutId" FROM payouts`,
  );
  const byKey = new Map(payouts.map((payout) => [payout.key, payout]));
  const ledger = await readLedgerTables(postgres);
  const untold = (what: string, count: (report: RoundReport) => number) => (report: RoundReport) =>
    count(report) === 0 || report.isTold ? null : `${report.name}: ${count(report)} ${what} without an alarm`;
  return [
    checkPaidOnce(book),
    checkAnswered(stage.load),
    examine(
      { id: 'F2', holds: 'no payout that a caller was told of is lost without an alarm' },
      reports,
      untold('payouts', ({ lostPayouts }) => lostPayouts.length),
    ),
    examine(
      { id: 'F3', holds: 'no payment is forgotten without an alarm' },
      reports,
      untold('payments', ({ forgottenPayments }) => forgottenPayments),
    ),
    examine(
      { id: 'F4', holds: 'no webhook that was acknowledged is lost without an alarm' },
      reports,
      untold('webhooks', ({ lostWebhooks }) => lostWebhooks.length),
    ),
    ...subscribers.map((subscriber, index) => checkSubscriber(`subscriber ${index + 1}`, subscriber, log)),
    examine({ id: 'F6', holds: 'all comes to its end after people have looked' }, reports, ({ name, unsettled }) =>
      unsettled.length === 0 ? null : `${name}: ${unsettled.join(', ')}`,
    ),
    examine({ id: 'F7', holds: 'work goes on' }, lastCallers, ({ idempotencyKey }) =>
      byKey.get(idempotencyKey)?.providerPayoutId
        ? null
        : `${idempotencyKey} is ${byKey.get(idempotencyKey)?.status ?? 'gone'}`,
    ),
    examine({ id: 'F7', holds: 'the gate is open' }, [await isGateOpen(stage)], (isOpen) =>
      isOpen ? null : 'it is shut',
    ),
    checkStatuses(book, payouts),
    checkEntries(ledger),
    checkProcesses(stage),
  ];
}

/** Reads the payout changes in the log. */
export function readPayoutChanges({ postgres }: { readonly postgres: QueriedDatabase }): Promise<LoggedChange[]> {
  return postgres.query<LoggedChange>(
    `SELECT subject_id AS "payoutId", from_status AS "from", to_status AS "to", occurred_at AS "occurredAt"
     FROM status_changes WHERE subject_type = 'PAYOUT' ORDER BY id`,
  );
}

/**
 * Returns the logged changes that a subscriber should have received but has not. If it received none, it missed all.
 */
export function missedBy(subscriber: ChangeSubscriber, log: readonly LoggedChange[]): LoggedChange[] {
  const since = subscriber.since === null ? 0 : subscriber.since.getTime() + SINCE_MARGIN_MS;
  return log.filter((change) => change.occurredAt.getTime() > since && !subscriber.received.has(keyOfChange(change)));
}

export function checkSubscriber(name: string, subscriber: ChangeSubscriber, log: readonly LoggedChange[]): Finding {
  const { repeated } = subscriber;
  return {
    id: 'F5',
    holds: `${name} has each change of the log, none twice over a socket`,
    checked: log.length,
    violations: [
      ...missedBy(subscriber, log).map((change) => `${keyOfChange(change)} never came`),
      ...repeated.map((key) => `${key} came twice over one socket`),
    ],
  };
}
