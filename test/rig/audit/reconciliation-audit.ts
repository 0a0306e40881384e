import { checkProcesses } from './common-invariants.js';
import { type Audit, examine, type Finding } from './finding.js';
import type { PairStage } from '../stage/stage.js';
import type { DiscrepancyView, ImportView, RunView } from '../callers/reconciliation-api.js';
import type { SeededPayout } from '../stage/reconciliation-seed.js';

export interface ReconciliationOutcome {
  /** The most requests that are allowed within one second, from the budget and the machine's stalls. */
  readonly mostInASecond: number;
  readonly payouts: readonly SeededPayout[];
  readonly corrected: readonly SeededPayout[];
  /** Provider ids of the payouts that webhooks announced, and of those that only the statement contains. */
  readonly announced: readonly string[];
  readonly stated: readonly string[];
  readonly asked: readonly RunView[];
  readonly samples: readonly RunView[];
  /** Number of replicas killed during the run. */
  readonly kills: { readonly done: number; readonly planned: number };
  readonly again: RunView | undefined;
  readonly beforeStatement: readonly DiscrepancyView[];
  readonly afterStatement: readonly DiscrepancyView[];
  readonly imports: readonly ImportView[];
}

/** Compares Purser's discrepancies with the prepared ones: it must find all of them, once, and no others. */
export async function auditReconciliation(stage: PairStage, outcome: ReconciliationOutcome): Promise<Audit> {
  const { mostInASecond, payouts, corrected, announced, stated, asked, samples, kills, again, imports } = outcome;
  const run = samples.at(-1);
  const { busiestSecond, requests } = await stage.control.counters();
  const book = new Map((await stage.control.payouts()).map(({ id, status }) => [id, status]));
  const rows = await stage.postgres.query<{ id: string; provider_payout_id: string; status: string }>(
    'SELECT id, provider_payout_id, status FROM payouts',
  );
  const sum = (figure: (statement: ImportView) => number) => imports.reduce((total, one) => total + figure(one), 0);
  const equal = (what: string, is: unknown, expected: unknown): string | null =>
    is === expected ? null : `${what}: ${String(is)} instead of ${String(expected)}`;
  const findings: Finding[] = [
    found('R1', 'each silent correction is found, and nothing else is', {
      expected: corrected.map(({ id }) => id),
      found: idsOf(outcome.afterStatement, (one) => (one.kind === 'UNKNOWN_PAYOUT' ? null : `${one.payoutId}`)),
    }),
    found('R2', 'each payout that Purser never made and a webhook told of is found', {
      expected: announced,
      found: idsOf(outcome.beforeStatement, (one) => (one.kind === 'UNKNOWN_PAYOUT' ? one.providerPayoutId : null)),
    }),
    found('R3', 'so are those that only the statement has', {
      expected: [...announced, ...stated],
      found: idsOf(outcome.afterStatement, (one) => (one.kind === 'UNKNOWN_PAYOUT' ? one.providerPayoutId : null)),
    }),
    examine({ id: 'R4', holds: "every payout has the provider's status" }, rows, (row) =>
      equal(row.id, row.status, book.get(row.provider_payout_id)),
    ),
    examine({ id: 'R5', holds: 'replicas share one run' }, asked, ({ id }) => equal('run', id, run?.id)),
    examine(
      { id: 'R6', holds: 'the run says what it did' },
      [
        ['payouts', run?.payouts, payouts.length],
        ['checked', run?.checked, payouts.length],
        ['changed', run?.changed, corrected.length],
        ['discrepancies', run?.discrepancies, corrected.length],
        ['errors', run?.errors, 0],
        // A run also reads payouts that ended recently, so corrected payouts are read again.
        ['of the second run: checked', again?.checked, payouts.length],
        ['of the second run: changed', again?.changed, 0],
        ['of the second run: discrepancies', again?.discrepancies, 0],
        ['of the statement: lines', sum(({ lines }) => lines), payouts.length + announced.length + stated.length],
        ['of the statement: matching', sum(({ matching }) => matching), payouts.length],
        ['of the statement: unknown', sum(({ unknown }) => unknown), announced.length + stated.length],
      ] as const,
      ([what, is, expected]) => equal(what, is, expected),
    ),
    examine({ id: 'R7', holds: 'progress shows, and never goes back' }, samples, (sample) => {
      const before = samples[samples.indexOf(sample) - 1];
      return before && before.checked > sample.checked ? `${sample.checked} after ${before.checked}` : null;
    }),
    // Without R8 and R9, the run might have finished before a kill, and would prove nothing about the time after one.
    examine({ id: 'R8', holds: 'replicas were killed while the run was on, as planned' }, [kills], (run) =>
      equal('kills', run.done, run.planned),
    ),
    examine({ id: 'R9', holds: 'the run was seen in the middle of its work' }, [samples], (seen) =>
      seen.some(({ checked, payouts: all }) => checked > 0 && checked < all)
        ? null
        : 'only at its beginning or its end',
    ),
    examine({ id: 'I12', holds: 'requests stay within the budget' }, [busiestSecond], (most) =>
      most <= mostInASecond ? null : `${most} in one second`,
    ),
    checkProcesses(stage),
  ];
  const reads = requests['GET /v1/payouts/{payoutId}'] ?? 0;
  const steps = new Set(samples.map(({ checked }) => checked)).size;
  return {
    findings,
    figures: [
      `The run took ${run?.durationSeconds ?? '?'} s for ${run?.checked ?? '?'} payouts; its figures showed ${steps} steps.`,
      `The provider saw ${reads} reads, ${busiestSecond} requests in the busiest second of ${mostInASecond} allowed.`,
    ],
  };
}

function idsOf(
  discrepancies: readonly DiscrepancyView[],
  idOf: (discrepancy: DiscrepancyView) => string | null,
): string[] {
  return discrepancies.map(idOf).filter((id) => id !== null);
}

/** Checks for exactly the expected items, each once. */
function found(
  id: string,
  holds: string,
  { expected, found: ids }: { readonly expected: readonly string[]; readonly found: readonly string[] },
): Finding {
  const missing = expected.filter((one) => !ids.includes(one)).map((one) => `${one} was not found`);
  const wrong = ids.filter((one) => !expected.includes(one)).map((one) => `${one} was found and is all right`);
  const twice = ids.filter((one, index) => ids.indexOf(one) !== index).map((one) => `${one} was found twice`);
  return { id, holds, checked: expected.length, violations: [...missing, ...wrong, ...twice] };
}
