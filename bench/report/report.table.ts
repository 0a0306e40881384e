import { renderColumns } from '../../test/rig/report/columns.js';
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
} from '../scenarios/process-scenario.js';
import { DOCUMENTS, type DocumentsFigure } from '../scenarios/documents-scenario.js';
import type { ThroughputScenario } from '../scenarios/throughput-scenario.js';
import { DUE, GROWTH_TARGET, type TickFigures } from '../scenarios/tick-scenario.js';
import { type ServiceFigures, SLOWDOWN_TARGET, type WorstViewerFigures } from '../scenarios/worst-viewer-scenario.js';
import type { Summary } from './rounds-summary.js';
import type { Spread } from '../../test/rig/report/spread.js';

export function costRow({ title }: ThroughputScenario, { purser, bare, cost }: Summary): string[] {
  const times = [purser, bare].flatMap(({ processor }) => [processor?.node, processor?.postgres]);
  return [
    title,
    ...times.map((ms) => (ms === undefined ? 'unknown' : `${ms.toFixed(2)} ms`)),
    ...[cost?.min, cost?.median, cost?.max].map((value) => value?.toFixed(2) ?? 'unknown'),
  ];
}

export function renderCosts(rows: readonly string[][], other = 'bare'): string {
  const headings = [
    'processor time a request',
    'Purser',
    'PostgreSQL',
    other,
    'PostgreSQL',
    'cost min',
    'median',
    'max',
  ];
  return renderColumns([headings, ...rows]);
}

export function throughputRow({ title, target }: ThroughputScenario, { purser, bare, ratio }: Summary): string[] {
  return [
    title,
    purser.requestsPerSecond.toFixed(0),
    bare.requestsPerSecond.toFixed(0),
    ratio.min.toFixed(2),
    ratio.median.toFixed(2),
    ratio.max.toFixed(2),
    `${purser.p99.toFixed(0)} ms`,
    `${bare.p99.toFixed(0)} ms`,
    target === null ? 'none' : `>= ${target}`,
    target === null ? '' : verdict(ratio.median >= target),
  ];
}

export function renderThroughput(rows: readonly string[][], other = 'bare'): string {
  const perSecond = ['Purser req/s', `${other} req/s`];
  const headings = ['', ...perSecond, 'ratio min', 'median', 'max', 'p99 Purser', `p99 ${other}`, 'target', ''];
  return renderColumns([headings, ...rows]);
}

export function renderProcess({ start, idle, afterLoad, bare }: ProcessFigures): string {
  const row = (name: string, figure: number | undefined, unit: string, target: number): string[] => [
    ...[name, figure === undefined ? 'unknown' : `${figure.toFixed(0)} ${unit}`, `< ${target} ${unit}`],
    figure === undefined ? '' : verdict(figure < target),
  ];
  return renderColumns([
    ['', 'figure', 'target', ''],
    row('processor time until ready, median', start?.median, 'ms', START_TARGET),
    row('resident memory, idle', idle, 'MB', IDLE_TARGET),
    row(`after ${PAGES.toLocaleString('en')} pages of orders`, afterLoad, 'MB', AFTER_LOAD_TARGET),
    ['bare server, for scale', `${bare.toFixed(0)} MB`, 'none', ''],
  ]);
}

export function renderPages(figures: PagesFigures): string {
  const { scripts, styles, paint, slowPaint, scrolling, changing, eventToPaint } = figures;
  const row = (name: string, figure: number, unit: string, target: number): string[] => [
    ...[name, `${figure.toFixed(0)} ${unit}`, `<= ${target} ${unit}`, verdict(figure <= target)],
  ];
  return renderColumns([
    ['the list of payouts', 'figure', 'target', ''],
    row('scripts of the first load, gzip', scripts, 'kB', PAGES_TARGETS.scripts),
    row('styles', styles, 'kB', PAGES_TARGETS.styles),
    row('largest paint, median', paint.median, 'ms', PAGES_TARGETS.paint),
    row('largest paint, slow, median', slowPaint.median, 'ms', PAGES_TARGETS.slowPaint),
    row(`frame while ${ROWS.toLocaleString('en')} rows scroll, p95`, scrolling.p95, 'ms', PAGES_TARGETS.scrollingFrame),
    row(`frame at ${CHANGES_A_SECOND} changes a second, p95`, changing.p95, 'ms', PAGES_TARGETS.changingFrame),
    row('longest task then', changing.longestTask, 'ms', PAGES_TARGETS.longestTask),
    row(`commit to paint, p95 of ${eventToPaint.seen}`, eventToPaint.p95, 'ms', PAGES_TARGETS.eventToPaint),
  ]);
}

export function renderDocuments(figures: readonly DocumentsFigure[]): string {
  return renderColumns([
    [`requests of ${DOCUMENTS.toLocaleString('en')} documents`, 'resident'],
    ...figures.map(({ requests, resident }) => [requests.toLocaleString('en'), `${resident.toFixed(0)} MB`]),
  ]);
}

export function renderFundedPayouts(figures: readonly FundedFigures[]): string {
  return renderColumns([
    ['createPayout', 'funded/s', 'unfunded/s', 'ratio min', 'median', 'max', 'target', ''],
    ...figures.map(({ replicas, funded, unfunded, ratio }) => [
      `${replicas} ${replicas === 1 ? 'replica' : 'replicas'}`,
      ...[funded.toFixed(0), unfunded.toFixed(0)],
      ...[ratio.min.toFixed(2), ratio.median.toFixed(2), ratio.max.toFixed(2)],
      ...[`>= ${FUNDED_TARGET}`, verdict(ratio.median >= FUNDED_TARGET)],
    ]),
  ]);
}

export function renderFanout(figures: readonly FanoutFigures[]): string {
  return renderColumns([
    [
      'subscribers',
      'selection',
      'to the last, p50',
      `p95 (<= ${DELAY_TARGET} ms)`,
      'a delivery',
      `resident (<= ${RESIDENT_TARGET} MB)`,
    ],
    ...figures.map(({ subscribers, selection, p50, p95, delivery, resident }) => [
      ...[subscribers, selection, `${p50.toFixed(0)} ms`, `${p95.toFixed(0)} ms`],
      delivery === null ? 'unknown' : `${delivery.toFixed(1)} µs`,
      `${resident.toFixed(0)} MB`,
    ]),
  ]);
}

// Other waits take less than a tenth of a session.
const SHOWN_WAITS = 5;

/** Renders the processor time of a request by the number of replicas, and the waits of the database. */
export function renderReplicas(figures: readonly ReplicaFigures[]): string {
  return renderColumns([
    ['processor time a request', 'replicas', 'Purser', 'PostgreSQL', 'sessions on average, by what they wait for'],
    ...figures.map(({ title, replicas, cost, waits }) => [
      ...[title, String(replicas)],
      ...[cost?.node, cost?.postgres].map((ms) => (ms === undefined ? 'unknown' : `${ms.toFixed(2)} ms`)),
      waits
        .slice(0, SHOWN_WAITS)
        .map(({ event, sessions }) => `${sessions.toFixed(1)} ${event}`)
        .join(', '),
    ]),
  ]);
}

export function renderBoot({ migrating, empty, restored }: BootFigures): string {
  const seconds = ({ min, median, max }: Spread): string[] =>
    [min, median, max].map((value) => `${value.toFixed(1)} s`);
  return renderColumns([
    ['start until ready', 'min', 'median', 'max', 'target', ''],
    ['no tables yet', ...seconds({ min: migrating, median: migrating, max: migrating }), 'none', ''],
    ['tables without rows', ...seconds(empty), 'none', ''],
    [
      `${RESTORED_CHANGES.toLocaleString('en')} restored changes`,
      ...[...seconds(restored), `<= ${BOOT_TARGET} s`, verdict(restored.max <= BOOT_TARGET)],
    ],
  ]);
}

export function renderWorstViewer({ idle, busy, answers, replayed }: WorstViewerFigures): string {
  const row = (name: string, figures: ServiceFigures): string[] => [
    name,
    ...[figures.p50, figures.p95, figures.slowest].map((ms) => `${ms.toFixed(0)} ms`),
    ...[figures.orders, figures.failedOrders, figures.failedWebhooks, figures.failedProbes].map(String),
  ];
  const slowdown = busy.p95 / idle.p95;
  return [
    renderColumns([
      ['createOrder', 'p50', 'p95', 'slowest', 'orders', 'failed', 'webhooks failed', 'readyz failed'],
      row('alone', idle),
      row('beside a viewer', busy),
    ]),
    `p95 ${slowdown.toFixed(2)} times its idle figure; target <= ${SLOWDOWN_TARGET}: ${verdict(slowdown <= SLOWDOWN_TARGET)}`,
    `The viewer: ${Object.entries(answers)
      .map(([code, times]) => `${times} ${code}`)
      .join(', ')}; ${replayed} changes replayed.`,
  ].join('\n');
}

export function renderH2hPolls({ steady, burst }: H2hPollFigures): string {
  const { pollsPerSecond, lateness, dueBefore, dueAfter } = steady;
  const targetMs = POLL_EVERY_SECONDS * 1_000;
  const late = (milliseconds?: number): string =>
    milliseconds === undefined ? 'none' : `${milliseconds.toFixed(0)} ms`;
  const isMet = pollsPerSecond >= PACE_TARGET && (lateness?.p95 ?? Infinity) < targetMs;
  const pace = [
    ['', 'polls/s', 'due before', 'after', 'late p50', 'p95', 'p99', 'target', ''],
    [
      `${POLLS_DUE} polls due a second`,
      ...[pollsPerSecond.toFixed(0), `${dueBefore}`, `${dueAfter}`],
      ...[late(lateness?.p50), late(lateness?.p95), late(lateness?.p99)],
      ...[`>= ${PACE_TARGET}, p95 < ${targetMs} ms`, verdict(isMet)],
    ],
  ];
  const speed = [
    ['', 'Purser polls/s', 'bare polls/s', 'ratio min', 'median', 'max', 'target', ''],
    [
      'all due at once',
      ...[burst.purser.toFixed(0), burst.bare.toFixed(0)],
      ...[burst.ratio.min.toFixed(2), burst.ratio.median.toFixed(2), burst.ratio.max.toFixed(2)],
      ...[`>= ${BURST_TARGET}`, verdict(burst.ratio.median >= BURST_TARGET)],
    ],
  ];
  return `${renderColumns(pace)}\n\n${renderColumns(speed)}`;
}

export function renderLists(figures: readonly ListFigures[]): string {
  const sizes = [...(figures[0]?.medians.keys() ?? [])].map((rows) => `${rows.toLocaleString('en')} rows`);
  return renderColumns([
    ['page of 50, or count', ...sizes, 'ratio', 'target', ''],
    ...figures.map(({ title, medians, growthTarget }) => {
      const [small = NaN, large = NaN] = medians.values();
      const growth = large / small;
      return [
        title,
        ...[small, large].map((milliseconds) => `${milliseconds.toFixed(1)} ms`),
        ...[growth.toFixed(2), `<= ${growthTarget}`, verdict(growth <= growthTarget)],
      ];
    }),
  ]);
}

const PARTITIONS_GROWTH_TARGET = 1.5;
const DROP_TARGET_MS = 1_000;

export function renderPartitions({ rows, medians, dropMs, isSecondRefused }: PartitionFigures): string {
  return renderColumns([
    ['', `${SMALL_YEAR.toLocaleString('en')} payouts`, rows.toLocaleString('en'), 'ratio', 'target', ''],
    ...medians.map(({ title, small, large }) => [
      title,
      ...[small, large].map((milliseconds) => `${milliseconds.toFixed(1)} ms`),
      ...[
        (large / small).toFixed(2),
        `<= ${PARTITIONS_GROWTH_TARGET}`,
        verdict(large / small <= PARTITIONS_GROWTH_TARGET),
      ],
    ]),
    [
      'drop of a month',
      '',
      `${dropMs.toFixed(0)} ms`,
      '',
      `<= ${DROP_TARGET_MS} ms`,
      verdict(dropMs <= DROP_TARGET_MS),
    ],
    ['a second live attempt', '', isSecondRefused ? 'refused' : 'taken', '', 'refused', verdict(isSecondRefused)],
  ]);
}

export function renderTick({ medians, ratio }: TickFigures): string {
  const sizes = [...medians.keys()].map((rows) => `${rows.toLocaleString('en')} rows`);
  return renderColumns([
    ['', ...sizes, 'ratio min', 'median', 'max', 'target', ''],
    [
      `check of ${DUE} due payouts`,
      ...[...medians.values()].map((milliseconds) => `${milliseconds.toFixed(0)} ms`),
      ...[ratio.min.toFixed(2), ratio.median.toFixed(2), ratio.max.toFixed(2)],
      ...[`<= ${GROWTH_TARGET}`, verdict(ratio.median <= GROWTH_TARGET)],
    ],
  ]);
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED';
}
