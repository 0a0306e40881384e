import { setTimeout as pause } from 'node:timers/promises';
import type { Audit } from '../audit/finding.js';
import { SeededRandom } from '../plans/seeded-random.js';
import { onStage } from './phase-stopwatch.js';
import { openPair, openStage, type PairStage } from '../stage/stage.js';
import { PurserSubject } from '../subjects/purser-subject.js';
import { ReconciliationApi, type RunView } from '../callers/reconciliation-api.js';
import { auditReconciliation } from '../audit/reconciliation-audit.js';
import { planSeed, seedBook, seedTables } from '../stage/reconciliation-seed.js';

export interface ReconciliationCampaignOptions {
  readonly payouts: number;
  readonly seed: string;
  readonly replicas: number;
  readonly requestsPerSecond: number;
  /** The progress of the run, from 0 to 1, at which each replica is killed. */
  readonly killsAt: readonly number[];
  /** Whether the leases of killed replicas expire immediately, to save a minute. */
  readonly leasesPass: boolean;
  /**
   * The longest time for which the machine may stall a process, in milliseconds. Stalled requests then fall into the
   * next second. 0 if nothing else runs on the machine.
   */
  readonly stallMs: number;
}

const CORRECTED_PERCENT = 1;
const STEPS = ['fail', 'cancel', 'expire'] as const;

const SAMPLE_EVERY_MS = 250;

// The size of a statement's part, leaving room for the rest of the request.
const PART_CHARACTERS = 90_000;

/**
 * Both sides have completed payouts. The provider corrects a hundredth of them without a webhook, and five exist only
 * at the provider. Runs, webhooks and a statement must find exactly those while replicas are killed.
 */
export function runReconciliationCampaign(options: ReconciliationCampaignOptions, directory: string): Promise<Audit> {
  const random = new SeededRandom(options.seed);
  const opening = openStage({
    directory,
    replicas: options.replicas,
    openDatabase: openPair,
    makeSubject: (parts) =>
      new PurserSubject(parts, () => ({
        PROVIDER_REQUESTS_PER_SECOND: String(options.requestsPerSecond),
        RECONCILIATION_INTERVAL_MINUTES: '0',
      })),
  });
  return onStage(opening, async (stage, stopwatch) => {
    const payouts = planSeed({ count: options.payouts, random: random.fork('payouts') });
    const settingsAddress = `${stage.replicaUrls[0] ?? ''}/webhooks/payouts`;
    await seedBook(stage.control, payouts, settingsAddress);
    await seedTables(stage.postgres, payouts, stage.secrets);
    const corrected = payouts.filter((_, position) => position % (100 / CORRECTED_PERCENT) === 50);
    for (const [position, { providerPayoutId }] of corrected.entries()) {
      await stage.control.movePayout(providerPayoutId, STEPS[position % STEPS.length] ?? 'fail');
    }
    await stage.control.changeSettings({ payoutWebhookUrl: settingsAddress });
    stopwatch.lap('seeding');

    const api = new ReconciliationApi(stage);
    const asked = await Promise.all(stage.replicaUrls.map((_, replica) => api.run(replica)));
    const announced = await stage.control.enterPayouts({ payouts: [{}, {}, {}], announce: true });
    const { samples, kills } = await followRun(stage, api, options);
    stopwatch.lap('run under kill -9');
    await stage.control.isIdle();
    const found = await untilStill(() => api.discrepancies().then((all) => all.length));
    const beforeStatement = await api.discrepancies();
    const stated = await stage.control.enterPayouts({ payouts: [{}, {}] });
    for (const part of inParts(await stage.control.statement())) await api.importStatement(part);
    await untilNonePending(api);
    stopwatch.lap('statement');
    await api.run(0);
    const again = (await followRun(stage, api, { ...options, killsAt: [] })).samples.at(-1);
    stopwatch.lap('second run');
    const audit = await auditReconciliation(stage, {
      mostInASecond: Math.floor(options.requestsPerSecond * (1 + options.stallMs / 1_000)),
      payouts,
      corrected,
      announced,
      stated,
      asked,
      samples,
      kills: { done: kills, planned: options.killsAt.length },
      again,
      beforeStatement,
      afterStatement: await api.discrepancies(),
      imports: await api.imports(),
    });
    return {
      ...audit,
      figures: [...audit.figures, `${found} discrepancies before the statement.`],
    };
  });
}

/** Follows a run to its end and kills replicas meanwhile. Each time it reads the run's figures is a sample. */
async function followRun(
  stage: PairStage,
  api: ReconciliationApi,
  { leasesPass, killsAt }: Pick<ReconciliationCampaignOptions, 'leasesPass' | 'killsAt'>,
): Promise<{ readonly samples: readonly RunView[]; readonly kills: number }> {
  const samples: RunView[] = [];
  const restarts: Promise<void>[] = [];
  for (;;) {
    const run = await api.newestRun();
    samples.push(run);
    const due = killsAt[restarts.length];
    if (run.status === 'RUNNING' && due !== undefined && run.checked >= due * run.payouts) {
      const replica = stage.replicas[restarts.length % stage.replicas.length];
      if (replica) restarts.push(replica.killAndRestart());
      if (leasesPass)
        await stage.postgres.query('UPDATE reconciliation_reads SET next_try_at = now() WHERE next_try_at > now()');
    }
    if (run.status === 'DONE') break;
    await pause(SAMPLE_EVERY_MS);
  }
  await Promise.all(restarts);
  return { samples, kills: restarts.length };
}

/** Returns a figure once it has stayed the same for three seconds. */
async function untilStill(figure: () => Promise<number>): Promise<number> {
  let last = await figure();
  for (let still = 0; still < 3; still += 1) {
    await pause(1_000);
    const now = await figure();
    if (now !== last) still = -1;
    last = now;
  }
  return last;
}

async function untilNonePending(api: ReconciliationApi): Promise<void> {
  while ((await api.imports()).some(({ pending }) => pending > 0)) await pause(SAMPLE_EVERY_MS);
}

/** Splits a statement into parts, each with the header, as an operator has to. */
function inParts(csv: string): string[] {
  const [header = '', ...lines] = csv.trimEnd().split('\r\n');
  const parts: string[][] = [];
  let length = Infinity;
  for (const line of lines) {
    if (length + line.length > PART_CHARACTERS) {
      parts.push([header]);
      length = 0;
    }
    parts.at(-1)?.push(line);
    length += line.length + 4;
  }
  return parts.map((part) => part.join('\r\n'));
}
