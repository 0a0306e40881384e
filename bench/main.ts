import { availableParallelism, loadavg } from 'node:os';
import { listenForStop } from '../dev/start/stop-signals.js';
import { runCommand } from '../test/rig/command.js';
import { type BenchOptions, readBenchOptions } from './bench-options.js';
import { checkCosts, keepMeasuredCosts } from './check/cost-check.js';
import { runRound } from './load/load-round.js';
import { type RoundOptions, runPairs, warmUp } from './load/paired-rounds.js';
import { ProcessorClock } from './load/processor-clock.js';
import type { RequestPlan } from './load/request-plan.js';
import {
  costRow,
  renderBoot,
  renderCosts,
  renderDocuments,
  renderFanout,
  renderFundedPayouts,
  renderLists,
  renderPages,
  renderPartitions,
  renderH2hPolls,
  renderProcess,
  renderReplicas,
  renderThroughput,
  renderTick,
  renderWorstViewer,
  throughputRow,
} from './report/report.table.js';
import { summarize } from './report/rounds-summary.js';
import { measureBoot } from './scenarios/boot-scenario.js';
import { measureDocuments } from './scenarios/documents-scenario.js';
import { measureFanout } from './scenarios/fanout-scenario.js';
import { measureFundedPayouts } from './scenarios/funded-payouts-scenario.js';
import { measureH2hPolls } from './scenarios/h2h-polls-scenario.js';
import { measureLists } from './scenarios/lists-scenario.js';
import { measurePartitions } from './scenarios/partitions-scenario.js';
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
      // Stopped, because both would otherwise follow the log while others are measured.
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

/** Warns of other busy processes. Alternating rounds compensate for a slow machine but not for contended cores. */
function warnOfBusyMachine(): void {
  const [lastMinute = 0] = loadavg();
  const cores = availableParallelism();
  if (lastMinute < cores) return;
  console.log(
    `This machine is busy (load average ${lastMinute.toFixed(1)}, ${cores} cores): measure again when it is not.`,
  );
}

async function measure(stage: Stage, options: BenchOptions): Promise<void> {
  const { rounds, seconds, pollSeconds, requests, rows: wanted, subscribers, beside, parts } = options;
  const clock = new ProcessorClock(stage.database);
  if (parts.includes('process')) {
    console.log(`Measuring ${rounds} starts, and memory before and after a load…`);
    console.log(`\n${renderProcess(await measureProcess(stage, clock, rounds))}\n`);
  }
  if (parts.includes('documents')) {
    console.log(`Sending ${requests} requests of different documents…`);
    console.log(`\n${renderDocuments(await measureDocuments(stage, requests))}\n`);
  }
  const costs: string[][] = [];
  const rows: string[][] = [];
  const rounding = {
    ...{ rounds, clock },
    load: (plan: RequestPlan) => runRound(plan, seconds),
    pids: { purser: stage.purser.pid, bare: stage.bare.pid },
  };
  for (const path of PATHS) {
    if (!parts.includes(path)) continue;
    const scenario = SCENARIOS[path];
    console.log(`Measuring ${scenario.title}, ${rounds} pairs of rounds of ${seconds} s…`);
    const contest = scenario.contest(stage);
    await scenario.proveSameWork(stage, contest);
    await warmUp(contest, seconds);
    const summary = summarize(await runPairs(contest, rounding));
    costs.push(costRow(scenario, summary));
    rows.push(throughputRow(scenario, summary));
  }
  if (rows.length > 0) console.log(`\n${renderCosts(costs)}\n\n${renderThroughput(rows)}`);
  if (parts.includes('list')) await measurePostGraphile(stage, { ...rounding, seconds });
  if (parts.includes('funded')) {
    console.log(`Measuring createPayout with a balance and without, ${rounds} pairs of rounds of ${seconds} s twice…`);
    console.log(`\n${renderFundedPayouts(await measureFundedPayouts(stage, { rounds, seconds }))}`);
  }
  if (parts.includes('throughput')) {
    console.log(`Measuring requests at one replica, two and three, ${rounds} rounds each…`);
    console.log(`\n${renderReplicas(await measureReplicas(stage, clock, rounds))}`);
  }
  if (parts.includes('h2h')) {
    console.log(`Measuring polls of verifications, ${rounds} bursts and ${pollSeconds} s at their pace…`);
    console.log(`\n${renderH2hPolls(await measureH2hPolls(stage, { rounds, seconds: pollSeconds }))}`);
  }
  if (parts.includes('boot')) {
    console.log(`Seeding 1,000,000 status changes, and starting on them and on none, ${rounds} times each…`);
    console.log(`\n${renderBoot(await measureBoot(stage, rounds))}`);
  }
  if (parts.includes('viewer')) {
    console.log('Seeding 1,000,000 orders, and measuring createOrder beside a viewer at its worst…');
    console.log(`\n${renderWorstViewer(await measureWorstViewer(stage, rounds * seconds))}`);
  }
  if (parts.includes('lists')) {
    console.log('Seeding 1,000,000 orders and payouts, and reading pages of them and of 10,000…');
    console.log(`\n${renderLists(await measureLists(stage, rounds * 10))}`);
  }
  if (parts.includes('partitions')) {
    console.log(`Making a year of ${wanted.toLocaleString('en')} payouts up, which takes most of an hour…`);
    console.log(`\n${renderPartitions(await measurePartitions(stage, wanted, rounds * 10))}`);
  }
  if (parts.includes('pages')) {
    console.log(
      `Opening the dashboard ${rounds} times, and watching ${ROWS} payouts at ${CHANGES_A_SECOND} changes a second…`,
    );
    console.log(`\n${renderPages(await measurePages(stage, rounds))}`);
  }
  if (parts.includes('fanout')) {
    console.log(`Fanning events out to ${subscribers} subscribers of three replicas, who ask alike and each apart…`);
    const fanout = { subscribers, beside, events: rounds * 8 };
    console.log(`\n${renderFanout(await measureFanout(stage, fanout))}`);
  }
  // Runs last, because its seeding keeps the server writing for a while.
  if (parts.includes('tick')) {
    console.log('Seeding the payouts of the ticks, which takes minutes, and measuring them…');
    console.log(`\n${renderTick(await measureTick(stage, rounds))}`);
  }
}

async function measurePostGraphile(stage: Stage, options: RoundOptions & { readonly seconds: number }): Promise<void> {
  const installed = await findPostGraphile();
  if (installed === null) {
    console.log('PostGraphile is missing: its packages cannot be installed, or there is no Node 24 for this machine.');
    return;
  }
  const postgraphile = await stage.startPostGraphile(installed);
  const contest = postgraphilePage.contest({ ...stage, bare: postgraphile });
  console.log(`Measuring ${postgraphilePage.title} beside PostGraphile…`);
  await postgraphilePage.proveSameWork(stage, contest);
  await warmUp(contest, options.seconds);
  const pids = { purser: stage.purser.pid, bare: postgraphile.pid };
  const summary = summarize(await runPairs(contest, { ...options, pids }));
  await postgraphile.stop();
  const costs = renderCosts([costRow(postgraphilePage, summary)], 'PostGraphile');
  console.log(`\n${costs}\n\n${renderThroughput([throughputRow(postgraphilePage, summary)], 'PostGraphile')}`);
}

await runCommand(main);
