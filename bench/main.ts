import { availableParallelism, loadavg } from 'node:os';
import { listenForStop } from '../dev/start/stop-signals.js';
import { runCommand } from '../test/rig/command.js';
import { type BenchOptions, type BenchPart, readBenchOptions } from './bench-options.js';
import { checkCosts, keepMeasuredCosts } from './check/cost-check.js';
import { runRound } from './load/load-round.js';
import type { RoundOptions } from './load/paired-rounds.js';
import { ProcessorClock } from './load/processor-clock.js';
import type { RequestPlan } from './load/request-plan.js';
import { type Figure, fillReadme, renderFigures } from './report/figures.table.js';
import {
  bootFigures,
  documentsFigures,
  fanoutFigures,
  fundedFigures,
  h2hPollFigures,
  listFigures,
  pagesFigures,
  partitionFigures,
  pathFigures,
  processFigures,
  replicaFigures,
  tickFigures,
  worstViewerFigures,
} from './report/measured-figures.js';
import { measureBoot } from './scenarios/boot-scenario.js';
import { measureDocuments } from './scenarios/documents-scenario.js';
import { measureFanout } from './scenarios/fanout-scenario.js';
import { measureFundedPayouts } from './scenarios/funded-payouts-scenario.js';
import { measureH2hPolls } from './scenarios/h2h-polls-scenario.js';
import { measureLists } from './scenarios/lists-scenario.js';
import { measurePartitions } from './scenarios/partitions-scenario.js';
import { measurePath, openPairings, type Pairing } from './scenarios/path-rounds.js';
import { PATHS, SCENARIOS } from './scenarios/paths.js';
import { postgraphilePage } from './scenarios/postgraphile-page-scenario.js';
import { CHANGES_A_SECOND, measurePages, ROWS } from './scenarios/pages-scenario.js';
import { measureProcess } from './scenarios/process-scenario.js';
import { measureReplicas } from './scenarios/replicas-scenario.js';
import { measureTick } from './scenarios/tick-scenario.js';
import { measureWorstViewer } from './scenarios/worst-viewer-scenario.js';
import { openStage, type Stage } from './stage/bench-stage.js';
import { findPostGraphile } from './stage/postgraphile-package.js';

/** `npm run bench`: compares Purser with a bare server; see the README of this folder. */
async function main(): Promise<void> {
  const options = readBenchOptions(process.argv.slice(2));
  warnOfBusyMachine();
  console.log('Starting PostgreSQL, the provider, Purser and the bare server…');
  const opening = openStage((recorder, operatorKey) =>
    PATHS.filter((kind) => kind !== 'list').map((kind) => ({
      kind,
      plan: SCENARIOS[kind].contest({ purser: recorder, bare: recorder, operatorKey }).purser,
    })),
  );
  listenForStop({
    onStop: () => {
      const closed = opening.then((stage) => stage.close());
      void closed.catch(() => undefined).finally(() => process.exit(130));
    },
    onForce: () => process.exit(130),
  });
  const stage = await opening;
  try {
    if (options.check || options.keep) {
      // These servers are not measured here. They would otherwise go on following the log meanwhile.
      await Promise.all([stage.purser.stop(), stage.bare.stop()]);
      if (options.keep) await keepMeasuredCosts(stage);
      else if (!(await checkCosts(stage))) process.exitCode = 1;
    } else {
      await measure(stage, options);
    }
  } finally {
    await stage.close();
  }
}

/** Warns if other processes are busy. Alternating rounds compensate for a slow machine but not for contended cores. */
function warnOfBusyMachine(): void {
  const [lastMinute = 0] = loadavg();
  const cores = availableParallelism();
  if (lastMinute < cores) return;
  console.log(
    `This machine is busy (load average ${lastMinute.toFixed(1)}, ${cores} cores): measure again when it is not.`,
  );
}

async function measure(stage: Stage, options: BenchOptions): Promise<void> {
  const { rounds, seconds, pollSeconds, requests, rows, subscribers, beside, parts } = options;
  const clock = new ProcessorClock(stage.database);
  const report = async (part: BenchPart, figures: readonly Figure[]): Promise<void> => {
    const command = ['--only', part, ...options.flags].join(' ');
    console.log(`\n${command}\n${renderFigures(figures)}\n`);
    if (options.fill) await fillReadme(figures, command);
  };
  if (parts.includes('process')) {
    console.log(`Measuring ${rounds} starts, and memory before and after a load…`);
    await report('process', processFigures(await measureProcess(stage, clock, rounds)));
  }
  if (parts.includes('documents')) {
    console.log(`Sending ${requests} requests of different documents…`);
    await report('documents', documentsFigures(await measureDocuments(stage, requests)));
  }
  await measurePaths(stage, options, { report, clock });
  if (parts.includes('funded')) {
    console.log(`Measuring createPayout with a balance and without, ${rounds} pairs of rounds of ${seconds} s twice…`);
    await report('funded', fundedFigures(await measureFundedPayouts(stage, { rounds, seconds })));
  }
  if (parts.includes('throughput')) {
    console.log(`Measuring requests at one replica, two and three, ${rounds} rounds each…`);
    await report('throughput', replicaFigures(await measureReplicas(stage, clock, rounds)));
  }
  if (parts.includes('h2h')) {
    console.log(`Measuring polls of verifications, ${rounds} bursts and ${pollSeconds} s at their pace…`);
    await report('h2h', h2hPollFigures(await measureH2hPolls(stage, { rounds, seconds: pollSeconds })));
  }
  if (parts.includes('boot')) {
    console.log(`Seeding 1,000,000 status changes, and starting on them and on none, ${rounds} times each…`);
    await report('boot', bootFigures(await measureBoot(stage, rounds)));
  }
  if (parts.includes('viewer')) {
    console.log('Seeding 1,000,000 orders, and measuring createOrder beside a viewer at its worst…');
    await report('viewer', worstViewerFigures(await measureWorstViewer(stage, rounds * seconds)));
  }
  if (parts.includes('lists')) {
    console.log('Seeding 1,000,000 orders and payouts, and reading pages of them and of 10,000…');
    await report('lists', listFigures(await measureLists(stage, rounds * 10)));
  }
  if (parts.includes('partitions')) {
    console.log(`Making a year of ${rows.toLocaleString('en')} payouts up, which takes most of an hour…`);
    await report('partitions', partitionFigures(await measurePartitions(stage, rows, rounds * 10)));
  }
  if (parts.includes('pages')) {
    console.log(
      `Opening the dashboard ${rounds} times, and watching ${ROWS} payouts at ${CHANGES_A_SECOND} changes a second…`,
    );
    await report('pages', pagesFigures(await measurePages(stage, rounds)));
  }
  if (parts.includes('fanout')) {
    console.log(`Fanning events out to ${subscribers} subscribers of three replicas, who ask alike and each apart…`);
    const fanout = { subscribers, beside, events: rounds * 8 };
    await report('fanout', fanoutFigures(await measureFanout(stage, fanout), subscribers));
  }
  // Runs last, because its seeding keeps the server writing for a while.
  if (parts.includes('tick')) {
    console.log('Seeding the payouts of the ticks, which takes minutes, and measuring them…');
    await report('tick', tickFigures(await measureTick(stage, rounds)));
  }
}

interface Reporting {
  readonly report: (part: BenchPart, figures: readonly Figure[]) => Promise<void>;
  readonly clock: ProcessorClock;
}

async function measurePaths(stage: Stage, options: BenchOptions, { report, clock }: Reporting): Promise<void> {
  const { rounds, seconds, busy } = options;
  const paths = PATHS.filter((path) => options.parts.includes(path));
  if (paths.length === 0) return;
  const pairings = await openPairings(stage, options.bothNodes);
  const rounding = { rounds, busy, clock, load: (plan: RequestPlan) => runRound(plan, seconds) };
  for (const path of paths) {
    const scenario = SCENARIOS[path];
    console.log(`Measuring ${scenario.title}, ${rounds} pairs of rounds of ${seconds} s…`);
    await report(path, pathFigures(await measurePath({ stage, scenario, pairings }, rounding)));
    if (path === 'list') await report(path, await measurePostGraphile(stage, pairings, { ...rounding, busy: 0 }));
  }
}

async function measurePostGraphile(
  stage: Stage,
  pairings: readonly Pairing[],
  rounding: RoundOptions & { readonly busy: number },
): Promise<Figure[]> {
  const installed = await findPostGraphile();
  if (installed === null) {
    console.log('PostGraphile is missing: its packages cannot be installed, or there is no Node 24 for this machine.');
    return [];
  }
  const postgraphile = await stage.startPostGraphile(installed);
  console.log(`Measuring ${postgraphilePage.title} beside PostGraphile…`);
  const besides = pairings.map((pairing) => ({ ...pairing, bare: postgraphile }));
  const figures = await measurePath({ stage, scenario: postgraphilePage, pairings: besides }, rounding);
  await postgraphile.stop();
  return pathFigures(figures, 'PostGraphile');
}

await runCommand(main);
