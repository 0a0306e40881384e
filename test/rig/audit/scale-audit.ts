import { pollUntil } from '../../../dev/processes/bounded-poll.js';
import { checkPaidOnce } from './common-invariants.js';
import { type Audit, examine, type Finding } from './finding.js';
import { readProviderBook } from '../stage/sandbox/provider-book.js';
import { auditRun } from './run-audit.js';
import { readPayoutChanges } from './failover-audit.js';
import { LossesSoFar } from '../campaigns/failover-rounds.js';
import { heal } from '../faults/healing-phase.js';
import type { Watchers, WatchersAudit } from '../callers/watchers.js';
import type { PrimaryChange } from '../campaigns/primary-rounds.js';
import type { ScaleStage } from '../callers/scale-stage.js';
import { checkOrders } from './order-invariants.js';

// The longest silence allowed for a planned change of the primary.
const SWITCHOVER_SILENCE_MS = 5_000;

// The sum of Patroni's ttl of 20 s, a standby's check, its promotion, and the callers' own pause.
const DEATH_SILENCE_MS = 30_000;

// Every watcher receives a change within a second or two, but closed sockets are reopened a few at a time.
const COMPLETE_WITHIN_MS = 30_000;

/** Waits until everything has settled, then compares the tables with what callers, watchers and the provider know. */
export async function auditScale(
  stage: ScaleStage,
  { changes, watchers }: { readonly changes: readonly PrimaryChange[]; readonly watchers: Watchers },
): Promise<Audit> {
  const { load, orders } = stage;
  const healing = await heal(stage);
  const watched = await completeWatchers(stage, watchers);
  const run = await auditRun(stage, {
    requests: stage.requests.slice(0, load.asked),
    load,
    healing,
  });
  const book = await readProviderBook(stage.control);
  const losses = await new LossesSoFar().take(stage, book);
  const findings: Finding[] = [
    checkPaidOnce(book),
    lossOf('F2', 'no payout that a caller was told of is lost', load.records.length, losses.lostPayouts),
    lossOf('F4', 'no webhook that was acknowledged is lost', book.acknowledgements.length, losses.lostWebhooks),
    ...(await checkOrders(stage)),
    {
      id: 'F5',
      holds: `each of ${watched.watchers} watchers has each change, none twice over a socket`,
      checked: watched.expected * watched.watchers,
      violations: watched.violations,
    },
    examine(
      { id: 'S1', holds: `silent for ${SWITCHOVER_SILENCE_MS / 1_000} s at most at a switchover` },
      changes.filter(({ ending }) => ending === 'switchover'),
      (report) => silenceOver(report, SWITCHOVER_SILENCE_MS),
    ),
    examine(
      { id: 'S2', holds: `silent for ${DEATH_SILENCE_MS / 1_000} s at most when the primary dies` },
      changes.filter(({ ending }) => ending === 'death'),
      (report) => silenceOver(report, DEATH_SILENCE_MS),
    ),
    examine({ id: 'S3', holds: 'the gate stays open' }, changes, ({ isGateOpen, ending, from }) =>
      isGateOpen ? null : `shut after the ${ending} of ${from}`,
    ),
    ...run.findings,
  ];
  return {
    findings,
    figures: [
      ...run.figures,
      `Orders: ${orders.records.length} created, ${stage.payer.paid.length} paid. Webhooks acknowledged: ${book.acknowledgements.length}.`,
    ],
  };
}

/** Returns the watchers' audit once it is complete or its time has run out. */
async function completeWatchers(stage: ScaleStage, watchers: Watchers): Promise<WatchersAudit> {
  const log = await readPayoutChanges(stage);
  let audit = await watchers.audit(log);
  await pollUntil(
    async () => {
      if (audit.violations.length > 0) audit = await watchers.audit(log);
      return audit.violations.length === 0;
    },
    { withinMs: COMPLETE_WITHIN_MS, everyMs: 2_000 },
  );
  return audit;
}

function lossOf(id: string, holds: string, checked: number, lost: readonly string[]): Finding {
  return { id, holds, checked, violations: lost.map((item) => `${item} is gone`) };
}

function silenceOver({ silenceMs, ending, from, to }: PrimaryChange, most: number): string | null {
  const longest = Math.max(silenceMs.payouts, silenceMs.orders);
  return longest <= most ? null : `${ending} of ${from}, to ${to}: silent for ${(longest / 1_000).toFixed(1)} s`;
}
