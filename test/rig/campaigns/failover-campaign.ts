import { join } from 'node:path';
import { pollUntil } from '../../../dev/processes/bounded-poll.js';
import { type Audit, type Finding, joinAudits } from '../audit/finding.js';
import { readProviderBook } from '../stage/sandbox/provider-book.js';
import { renderCounts } from '../report/findings.table.js';
import { SeededRandom } from '../plans/seeded-random.js';
import { heal } from '../faults/healing-phase.js';
import { type LoadedStage, openLoadedStage } from '../callers/loaded-stage.js';
import type { CallerRecord } from '../callers/caller-load.js';
import { onStage } from './phase-stopwatch.js';
import { ChangeSubscriber } from '../callers/change-subscriber.js';
import { auditFailover, missedBy, readPayoutChanges } from '../audit/failover-audit.js';
import { type Layout, planFailovers } from '../plans/failover-plan.js';
import { LossesSoFar, type RoundReport, runRound } from './failover-rounds.js';

export interface FailoverCampaignOptions {
  readonly seed: string;
  /** Number of database losses in each layout. */
  readonly rounds: number;
}

// Number of payouts sent at the end, to check that work continues.
const LAST_PAYOUTS = 10;
const LAST_WITHIN_MS = 60_000;

const SUBSCRIBERS = 2;

// Covers a poll of the log, a new connection to the database and a page of changes, several times over for busy
// machines.
const COMPLETE_WITHIN_MS = 20_000;

/**
 * Loses the database repeatedly, in every possible way, while callers, webhooks and subscribers are active. After each
 * loss people check the rows and open the gate, and work continues. Each layout has its own system.
 */
export async function runFailoverCampaign(options: FailoverCampaignOptions, directory: string): Promise<Audit> {
  const random = new SeededRandom(options.seed);
  const audits: Audit[] = [];
  for (const [index, layout] of planFailovers({ rounds: options.rounds, random: random.fork('rounds') }).entries()) {
    audits.push(
      await runLayout(layout, { random: random.fork(layout.name), directory: join(directory, `layout-${index + 1}`) }),
    );
  }
  return joinAudits(audits);
}

export function runLayout(
  { name, rounds, ...layout }: Layout,
  { random, directory }: { readonly random: SeededRandom; readonly directory: string },
): Promise<Audit> {
  return onStage(openLoadedStage({ directory, random, ...layout }), async (stage, stopwatch) => {
    const subscribers: ChangeSubscriber[] = [];
    stage.closings.add(() => Promise.all(subscribers.map((subscriber) => subscriber.end())));
    await stage.subject.begin(stage.apiUrls[0] ?? '');
    const apiKey = stage.subject.keyOf('operator');
    for (let startAt = 0; startAt < SUBSCRIBERS; startAt += 1) {
      const subscriber = new ChangeSubscriber({ replicaUrls: stage.apiUrls, apiKey, startAt });
      subscriber.begin();
      subscribers.push(subscriber);
    }
    const losses = new LossesSoFar();
    const reports: RoundReport[] = [];
    for (const round of rounds) {
      stage.note(`campaign: ${JSON.stringify(round)}`);
      const report = await runRound(stage, round, losses);
      stage.note(`campaign: ${JSON.stringify(report)}`);
      reports.push(report);
      stopwatch.lap(`round ${reports.length}`);
    }
    const lastCallers = await workOnce(stage);
    await heal(stage);
    await pollUntil(
      async () => {
        const changes = await readPayoutChanges(stage);
        return subscribers.every((subscriber) => missedBy(subscriber, changes).length === 0);
      },
      { withinMs: COMPLETE_WITHIN_MS, everyMs: 500 },
    );
    const book = await readProviderBook(stage.control);
    const findings = await auditFailover(stage, { book, reports, subscribers, lastCallers });
    stopwatch.lap('end');
    const states = (await stage.subject.attempts()).map(({ state }) => state);
    return {
      findings: findings.map((finding): Finding => ({ ...finding, holds: `${name}: ${finding.holds}` })),
      figures: [
        `${name}: ${stage.load.asked} payouts asked for, ${book.payouts.length} made; attempts: ${renderCounts(states)}.`,
        ...reports.map((report) => `  ${describe(report)}`),
        ...subscribers.map((subscriber) => `  ${describeSubscriber(subscriber)}`),
      ],
    };
  });
}

/** Sends a few more payouts from the same callers. */
async function workOnce({ load }: LoadedStage): Promise<readonly CallerRecord[]> {
  const before = load.records.length;
  load.begin();
  await pollUntil(() => load.records.length >= before + LAST_PAYOUTS, { withinMs: LAST_WITHIN_MS });
  await load.end();
  return load.records.slice(before);
}

function describe(report: RoundReport): string {
  const { name, lostPayouts, forgottenPayments, lostWebhooks, shutAfterMs, silenceMs, bound } = report;
  const gate = shutAfterMs === null ? 'gate open' : `gate shut after ${(shutAfterMs / 1_000).toFixed(1)} s`;
  return (
    `${name}: ${lostPayouts.length} payouts and ${lostWebhooks.length} webhooks lost, ${forgottenPayments} payments forgotten; ` +
    `${gate}, ${bound} bound, silent for ${(silenceMs / 1_000).toFixed(1)} s`
  );
}

/** After the log has gone back, another socket may deliver the rest of it again. */
function describeSubscriber({ received, closings }: ChangeSubscriber): string {
  const again = [...received.values()].filter((times) => times > 1).length;
  return `A subscriber had ${received.size} changes, ${again} of them again behind a closed socket; resumed ${closings} times.`;
}
