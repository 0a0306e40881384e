import { BOOT_TARGET, type BootFigures, RESTORED_CHANGES } from '../scenarios/boot-scenario.js';
import { BURST_TARGET, type H2hPollFigures, PACE_TARGET, POLLS_DUE } from '../scenarios/h2h-polls-scenario.js';
import { POLL_EVERY_SECONDS } from '../provider/h2h-poll-log.js';
import { DELAY_TARGET, type FanoutFigures, RESIDENT_TARGET } from '../scenarios/fanout-scenario.js';
import { FUNDED_TARGET, type FundedFigures } from '../scenarios/funded-payouts-scenario.js';
import type { ListFigures } from '../scenarios/lists-scenario.js';
import type { ReplicaFigures } from '../scenarios/replicas-scenario.js';
import { CHANGES_A_SECOND, PAGES_TARGETS, type PagesFigures, ROWS } from '../scenarios/pages-scenario.js';
import { type PartitionFigures, SMALL_YEAR } from '../scenarios/partitions-scenario.js';
import {
  AFTER_LOAD_TARGET,
  IDLE_TARGET,
  PAGES,
  type ProcessFigures,
  START_TARGET,
  START_TARGETS,
} from '../scenarios/process-scenario.js';
import { DOCUMENTS, type DocumentsFigure } from '../scenarios/documents-scenario.js';
import type { PathFigures } from '../scenarios/path-rounds.js';
import { DUE, GROWTH_TARGET, type TickFigures } from '../scenarios/tick-scenario.js';
import { type ServiceFigures, SLOWDOWN_TARGET, type WorstViewerFigures } from '../scenarios/worst-viewer-scenario.js';
import type { Spread } from '../../test/rig/report/spread.js';
import { type Figure, OWN_NODE } from './figures.table.js';
import type { Summary, TypicalRound } from './rounds-summary.js';

/** Returns the rows for one path: measured on an idle machine, and while other processes keep it busy. */
export function pathFigures({ title, target, measured }: PathFigures, other = 'bare'): Figure[] {
  return [...new Set(measured.map(({ busy }) => busy))].flatMap((busy) => {
    const beside = busy === 0 ? '' : ` beside ${busy} busy processes`;
    const row = (name: string, show: (summary: Summary) => string): Figure => ({
      name: `${title} / ${other}, ${name}${beside}`,
      target: '',
      values: Object.fromEntries(
        measured.filter((each) => each.busy === busy).map(({ node, summary }) => [node, show(summary)]),
      ),
    });
    // The target applies only if no other processes keep the cores busy.
    const limit = busy === 0 ? target : 0;
    return [
      {
        ...row('requests a second', ({ ratio, purser, bare }) => {
          const rates = [purser, bare].map(({ requestsPerSecond }) => requestsPerSecond.toFixed(0));
          return `${mark(spread(ratio), ratio.median >= limit)}: ${rates.join(' of ')}`;
        }),
        target: limit === 0 ? '' : `>= ${limit}`,
      },
      row('processor time', ({ cost, purser, bare }) =>
        cost ? `${spread(cost)}: ${timesOf(purser)} of ${timesOf(bare)} ms` : 'unknown',
      ),
      row('p99', ({ purser, bare }) => `${purser.p99.toFixed(0)} of ${bare.p99.toFixed(0)} ms`),
    ];
  });
}

/** Formats the milliseconds of processor time in Node and in PostgreSQL. */
function timesOf({ processor }: TypicalRound): string {
  return processor ? `${processor.node.toFixed(2)}+${processor.postgres.toFixed(2)}` : 'unknown';
}

export function processFigures({ start, idle, afterLoad, bare }: ProcessFigures): Figure[] {
  const row = (name: string, value: number | undefined, unit: string, target: number): Figure =>
    value === undefined ? figure(name, 'unknown') : below(name, { value, unit, target });
  return [
    // The table has two versions of Node, and each has its own target.
    { ...row('start, processor time', start?.median, 'ms', START_TARGET), target: `<= ${START_TARGETS.join(', ')} ms` },
    row('resident, idle', idle, 'MB', IDLE_TARGET),
    row(`resident after ${count(PAGES)} pages of orders`, afterLoad, 'MB', AFTER_LOAD_TARGET),
    figure('resident, bare server', `${bare.toFixed(0)} MB`),
  ];
}

export function pagesFigures(figures: PagesFigures): Figure[] {
  const { scripts, styles, paint, slowPaint, scrolling, changing, eventToPaint } = figures;
  const row = (name: string, value: number, unit: string, target: number): Figure =>
    below(`list of payouts, ${name}`, { value, unit, target });
  return [
    row('scripts, gzip', scripts, 'kB', PAGES_TARGETS.scripts),
    row('styles', styles, 'kB', PAGES_TARGETS.styles),
    row('largest paint', paint.median, 'ms', PAGES_TARGETS.paint),
    row('largest paint, slow', slowPaint.median, 'ms', PAGES_TARGETS.slowPaint),
    row(`frame while ${count(ROWS)} rows scroll, p95`, scrolling.p95, 'ms', PAGES_TARGETS.scrollingFrame),
    row(`frame at ${CHANGES_A_SECOND} changes a second, p95`, changing.p95, 'ms', PAGES_TARGETS.changingFrame),
    row('longest task then', changing.longestTask, 'ms', PAGES_TARGETS.longestTask),
    row('commit to paint, p95', eventToPaint.p95, 'ms', PAGES_TARGETS.eventToPaint),
  ];
}

export function documentsFigures(figures: readonly DocumentsFigure[]): Figure[] {
  return figures.map(({ requests, resident }) =>
    figure(`resident after ${count(requests)} requests of ${count(DOCUMENTS)} documents`, `${resident.toFixed(0)} MB`),
  );
}

export function fundedFigures(figures: readonly FundedFigures[]): Figure[] {
  return figures.map(({ replicas, funded, unfunded, ratio }) =>
    figure(
      `createPayout with a balance, ${nameReplicas(replicas)} / without one`,
      `${mark(spread(ratio), ratio.median >= FUNDED_TARGET)}: ${funded.toFixed(0)} of ${unfunded.toFixed(0)}`,
      `>= ${FUNDED_TARGET}`,
    ),
  );
}

export function fanoutFigures(figures: readonly FanoutFigures[], total: number): Figure[] {
  return figures.flatMap(({ subscribers, selection, p50, p95, delivery, resident }) => {
    const name = `${count(total)} ${subscribers} subscribers ${selection}`;
    return [
      below(`${name}, last p95`, { value: p95, unit: 'ms', target: DELAY_TARGET }),
      below(`${name}, resident`, { value: resident, unit: 'MB', target: RESIDENT_TARGET }),
      figure(`${name}, last p50`, `${p50.toFixed(0)} ms`),
      figure(`${name}, a delivery`, delivery === null ? 'unknown' : `${delivery.toFixed(1)} µs`),
    ];
  });
}

// Any other waits occupy less than a tenth of a session.
const SHOWN_WAITS = 5;

export function replicaFigures(figures: readonly ReplicaFigures[]): Figure[] {
  return figures.flatMap(({ title, replicas, cost, waits }) => [
    figure(
      `${title}, ${nameReplicas(replicas)}, ms of Node and PostgreSQL`,
      cost ? `${cost.node.toFixed(2)}+${cost.postgres.toFixed(2)}` : 'unknown',
    ),
    figure(
      `${title}, ${nameReplicas(replicas)}, sessions that wait`,
      waits
        .slice(0, SHOWN_WAITS)
        .map(({ event, sessions }) => `${sessions.toFixed(1)} ${event}`)
        .join(', '),
    ),
  ]);
}

export function bootFigures({ migrating, empty, restored }: BootFigures): Figure[] {
  return [
    figure('start until ready, no tables', `${migrating.toFixed(1)} s`),
    figure('start until ready, tables without rows', `${spread(empty, 1)} s`),
    figure(
      `start until ready, ${count(RESTORED_CHANGES)} restored changes`,
      mark(`${spread(restored, 1)} s`, restored.max <= BOOT_TARGET),
      `<= ${BOOT_TARGET} s`,
    ),
  ];
}

export function worstViewerFigures({ idle, busy, answers, replayed }: WorstViewerFigures): Figure[] {
  const row = (name: string, figures: ServiceFigures): Figure[] => [
    figure(`createOrder ${name}, p50, p95, slowest`, list([figures.p50, figures.p95, figures.slowest], 'ms')),
    figure(
      `createOrder ${name}, failed orders, webhooks, probes`,
      `${figures.failedOrders} of ${figures.orders}, ${figures.failedWebhooks}, ${figures.failedProbes}`,
    ),
  ];
  const slowdown = busy.p95 / idle.p95;
  return [
    ...row('alone', idle),
    ...row('beside a viewer', busy),
    figure(
      'createOrder beside a viewer / alone, p95',
      `${mark(slowdown.toFixed(2), slowdown <= SLOWDOWN_TARGET)}: ${busy.p95.toFixed(0)} of ${idle.p95.toFixed(0)} ms`,
      `<= ${SLOWDOWN_TARGET}`,
    ),
    figure(
      'answers to the viewer',
      `${Object.entries(answers)
        .map(([code, times]) => `${times} ${code}`)
        .join(', ')}; ${replayed} changes replayed`,
    ),
  ];
}

export function h2hPollFigures({ steady, burst }: H2hPollFigures): Figure[] {
  const { pollsPerSecond, lateness, dueBefore, dueAfter } = steady;
  const targetMs = POLL_EVERY_SECONDS * 1_000;
  return [
    figure(
      `${POLLS_DUE} polls due a second, polls a second`,
      `${mark(pollsPerSecond.toFixed(0), pollsPerSecond >= PACE_TARGET)}, ${dueBefore} due before, ${dueAfter} after`,
      `>= ${PACE_TARGET}`,
    ),
    figure(
      `${POLLS_DUE} polls due a second, late, p50, p95, p99`,
      lateness
        ? mark(list([lateness.p50, lateness.p95, lateness.p99], 'ms'), lateness.p95 < targetMs)
        : mark('none', false),
      `p95 < ${targetMs} ms`,
    ),
    figure(
      'polls due at once / bare, polls a second',
      `${mark(spread(burst.ratio), burst.ratio.median >= BURST_TARGET)}: ${burst.purser.toFixed(0)} of ${burst.bare.toFixed(0)}`,
      `>= ${BURST_TARGET}`,
    ),
  ];
}

export function listFigures(figures: readonly ListFigures[]): Figure[] {
  return figures.map(({ title, medians, growthTarget }) => {
    const [smallRows = 0, largeRows = 0] = medians.keys();
    const [small = NaN, large = NaN] = medians.values();
    return growth(title, { of: [smallRows, largeRows], took: [small, large], target: growthTarget });
  });
}

const PARTITIONS_GROWTH_TARGET = 1.5;
const DROP_TARGET_MS = 1_000;

export function partitionFigures({ rows, medians, dropMs, isSecondRefused }: PartitionFigures): Figure[] {
  return [
    ...medians.map(({ title, small, large }) =>
      growth(`partitions, ${title}`, {
        ...{ of: [SMALL_YEAR, rows], took: [small, large], target: PARTITIONS_GROWTH_TARGET },
      }),
    ),
    below('partitions, drop of a month', { value: dropMs, unit: 'ms', target: DROP_TARGET_MS }),
    figure(
      'partitions, a second live attempt',
      mark(isSecondRefused ? 'refused' : 'taken', isSecondRefused),
      'refused',
    ),
  ];
}

export function tickFigures({ medians, ratio }: TickFigures): Figure[] {
  return [
    figure(
      `check of ${DUE} due payouts, ${[...medians.keys()].map(count).join(' and ')} rows`,
      `${mark(spread(ratio), ratio.median <= GROWTH_TARGET)}: ${list([...medians.values()], 'ms')}`,
      `<= ${GROWTH_TARGET}`,
    ),
  ];
}

/** Compares the time on the larger table with the time on the smaller one. */
function growth(
  name: string,
  {
    of: [smallRows, largeRows],
    took: [small, large],
    target,
  }: { readonly of: readonly [number, number]; readonly took: readonly [number, number]; readonly target: number },
): Figure {
  const ratio = large / small;
  return figure(
    `${name}, ${count(smallRows)} and ${count(largeRows)} rows`,
    `${mark(ratio.toFixed(2), ratio <= target)}: ${small.toFixed(1)}, ${large.toFixed(1)} ms`,
    `<= ${target}`,
  );
}

function below(
  name: string,
  { value, unit, target }: { readonly value: number; readonly unit: string; readonly target: number },
): Figure {
  return figure(name, mark(`${value.toFixed(0)} ${unit}`, value <= target), `<= ${target} ${unit}`);
}

function figure(name: string, value: string, target = ''): Figure {
  return { name, target, values: { [OWN_NODE]: value } };
}

function mark(value: string, isMet: boolean): string {
  return isMet ? value : `${value} MISSED`;
}

function spread({ min, median, max }: Spread, digits = 2): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}

function list(values: readonly number[], unit: string): string {
  return `${values.map((value) => value.toFixed(0)).join(', ')} ${unit}`;
}

function nameReplicas(replicas: number): string {
  return `${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}
