import type { PayoutRequest } from '../plans/payout-request.js';
import type { Healing } from '../faults/healing-phase.js';
import type { CallerLoad } from '../callers/caller-load.js';
import type { Stage } from '../stage/stage.js';
import { PurserSubject } from '../subjects/purser-subject.js';
import type { RecordedAttempt } from '../subjects/subject.js';
import { checkAuditLog } from './audit-log-invariant.js';
import { checkAnswered, checkEnds, checkProcesses } from './common-invariants.js';
import type { Audit } from './finding.js';
import { checkLedger, readLedgerTables } from './ledger-invariants.js';
import { checkPayments } from './payment-invariants.js';
import { type ProviderBook, readProviderBook, tokenHashOf } from '../stage/sandbox/provider-book.js';
import { checkPurser } from './purser-invariants.js';
import { readPurserTables } from './purser-tables.js';
import { renderCounts } from '../report/findings.table.js';

/** Compares the subject's records with what happened at the provider, to callers and to processes. */
export async function auditRun(
  stage: Stage,
  run: {
    readonly requests: readonly PayoutRequest[];
    readonly load: CallerLoad<PayoutRequest>;
    readonly healing: Healing;
  },
): Promise<Audit> {
  const book = await readProviderBook(stage.control);
  const attempts = await stage.subject.attempts();
  const calls = run.load.records.reduce((sum, caller) => sum + caller.calls, 0);
  const findings = [
    ...checkPayments({ book, attempts }),
    { id: 'I8', holds: 'no attempt is open past the sweep', checked: attempts.length, violations: run.healing.overdue },
    checkEnds(run.healing),
    checkProcesses(stage),
    checkAnswered(run.load),
  ];
  const figures = [
    `Callers asked ${calls} times for ${run.requests.length} payouts; the provider made ${book.payouts.length}.`,
    `Attempts: ${renderCounts(attempts.map(({ state }) => state))}.`,
  ];
  if (!(stage.subject instanceof PurserSubject)) return { findings, figures };
  const tables = await readPurserTables(stage.postgres, attempts);
  const auditLog = await checkAuditLog({
    tables,
    databaseUrl: stage.postgres.directUrl,
    anchorFile: stage.subject.anchorFile,
  });
  const ledger = await readLedgerTables(stage.postgres);
  return {
    findings: [
      ...findings,
      ...checkPurser({ requests: run.requests, callers: run.load.records, book, tables }),
      ...checkLedger({ book, tables, ledger }),
      auditLog,
    ],
    figures: [
      ...figures,
      `Payouts: ${renderCounts(tables.payouts.map(({ status }) => status))}.`,
      `The ledger has ${ledger.entries.length} entries.`,
      `Of the unconfirmed ones ${countPaid(book, attempts)} were paid.`,
    ],
  };
}

/** Counts attempts without evidence that were paid after all. They are why silence is never taken for "not paid". */
function countPaid(book: ProviderBook, attempts: readonly RecordedAttempt[]): number {
  const unknown = new Set(attempts.filter(({ state }) => state === 'UNKNOWN').map(({ tokenHash }) => tokenHash));
  return book.payouts.filter((payout) => unknown.has(tokenHashOf(payout))).length;
}
