import { copyFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { throwawayDirectory } from '../../dev/directories/throwaway-directory.js';
import { pollUntil } from '../../dev/processes/bounded-poll.js';
import { listenForStop } from '../../dev/start/stop-signals.js';
import { renderFindings } from './audit/report.table.js';
import { SeededRandom } from './plans/seeded-random.js';
import { PhaseStopwatch } from './campaigns/phase-stopwatch.js';
import { auditScale, type ScaleAudit } from './audit/scale-audit.js';
import { findPrograms } from './stage/cluster/machine-programs.js';
import { Watchers } from './callers/watchers.js';
import { OfferedLoad } from './callers/offered-load.js';
import { planRounds, type RoundReport, runRound } from './campaigns/primary-rounds.js';
import { describeRound, describeSilences, describeWatchers } from './campaigns/primary-rounds-texts.js';
import { readScaleOptions, type ScaleOptions } from './scale-options.js';
import { openScaleStage, PROCESS_LOG, type ScaleStage } from './stage/scale-stage.js';

// The first change reaches every watcher that is there; the last of a thousand opens its socket after some seconds.
const WATCHING_WITHIN_MS = 60_000;

// Each has a key and an address, as an office has. Changes are carried out once for all of a team, and each team reads the
// object of a change by itself.
const TEAMS = 20;

const closings: (() => Promise<unknown>)[] = [];

/** `npm run scale`: an installation on a cluster, whose primary ends again and again under load; see docs/scale.md. */
async function main(): Promise<void> {
  const options = readScaleOptions(process.argv.slice(2));
  const programs = await findPrograms();
  listenForStop({
    onStop: () => {
      say('Stopping…');
      void closeAll().then(() => process.exit(130));
    },
    onForce: () => process.exit(130),
  });
  const { switchovers, deaths, subscribers, seed } = options;
  say(`${switchovers} switchovers and ${deaths} deaths of the primary under ${subscribers} watchers, seed ${seed}.`);
  const directory = await throwawayDirectory('purser-scale-');
  closings.push(async () => {
    if (process.exitCode === 1) await keepLog(directory);
    await rm(directory, { recursive: true, force: true });
  });
  const stopwatch = new PhaseStopwatch();
  const random = new SeededRandom(seed);
  const stage = await openScaleStage({ directory, programs, random }, closings);
  stopwatch.lap('start');
  const { findings, figures } = await runAll(stage, { options, random, stopwatch });
  say(['', ...figures, `Took: ${stopwatch.toString()}.`, '', renderFindings(findings), ''].join('\n'));
  if (findings.some(({ violations }) => violations.length > 0)) {
    say(`Something was violated. Repeat it with --seed ${seed}.`);
    process.exitCode = 1;
  }
}

async function runAll(
  stage: ScaleStage,
  {
    options,
    random,
    stopwatch,
  }: { readonly options: ScaleOptions; readonly random: SeededRandom; readonly stopwatch: PhaseStopwatch },
): Promise<ScaleAudit> {
  await stage.subject.begin(stage.url);
  const apiKeys: string[] = [];
  while (apiKeys.length < TEAMS) apiKeys.push(await stage.makeViewerKey());
  const watchers = new Watchers({
    url: stage.url,
    apiKeys,
    watchers: options.subscribers,
  });
  closings.push(() => watchers.end());
  stage.load.begin();
  stage.orders.begin();
  const isWatched = async (): Promise<boolean> => (await watchers.figures()).watching === options.subscribers;
  if (!(await pollUntil(isWatched, { withinMs: WATCHING_WITHIN_MS, everyMs: 500 }))) {
    throw new Error(`${(await watchers.figures()).watching} of ${options.subscribers} watchers have had a change.`);
  }
  say('The cluster is whole, three replicas serve, every watcher has had a change.');
  stopwatch.lap('watchers');
  const offered = await OfferedLoad.begin(stage, watchers);
  const reports: RoundReport[] = [];
  const rounds = planRounds(options, random.fork('rounds'));
  for (const [index, ending] of rounds.entries()) {
    stage.note(`scale: round ${index + 1}, ${ending}`);
    const report = await runRound(stage, ending);
    stage.note(`scale: ${JSON.stringify(report)}`);
    reports.push(report);
    const { closings: closed, lateMs } = await watchers.figures();
    say(`${index + 1}/${rounds.length} ${describeRound(report)}; ${describeWatchers(closed, lateMs)}`);
  }
  stopwatch.lap('rounds');
  await Promise.all([stage.load.end(), stage.orders.end()]);
  await stage.payer.finish();
  const offeredText = await offered.end();
  const audit = await auditScale(stage, { reports, watchers });
  stopwatch.lap('end');
  return { ...audit, figures: [...audit.figures, offeredText, ...describeSilences(reports)] };
}

// Its reader may be gone, as after Ctrl-C: what was started has to be stopped all the same.
process.stdout.on('error', () => undefined);

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Data is removed in any case; what the processes wrote is needed to find out why a run failed. */
async function keepLog(directory: string): Promise<void> {
  const kept = join(tmpdir(), `${basename(directory)}.log`);
  await copyFile(join(directory, PROCESS_LOG), kept);
  say(`The processes' log is kept: ${kept}`);
}

/** Stops what was started, the last first, and removes the data. A part that does not stop keeps no other from it. */
async function closeAll(): Promise<void> {
  for (const closing of closings.splice(0).reverse()) await closing().catch(() => undefined);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await closeAll();
  // After a failure callers may still be asking a cluster that is gone.
  process.exit();
}
