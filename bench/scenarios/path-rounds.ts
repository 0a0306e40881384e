import { requireNode24 } from '../../dev/node-24/find-node-24.js';
import { type Match, type RoundOptions, runPairs, warmUp } from '../load/paired-rounds.js';
import { OWN_NODE } from '../report/figures.table.js';
import { type Summary, summarize } from '../report/rounds-summary.js';
import type { Contender, Stage } from '../stage/bench-stage.js';
import type { ThroughputScenario } from './throughput-scenario.js';

/** Both contenders and the major version of Node that runs Purser. */
export interface Pairing {
  readonly node: string;
  readonly purser: Contender;
  readonly bare: Contender;
}

/** Figures for one path, by major version of Node and number of busy processes. */
export interface PathFigures {
  readonly title: string;
  readonly target: number;
  readonly measured: readonly { readonly node: string; readonly busy: number; readonly summary: Summary }[];
}

/**
 * Returns the stage's contenders, and contenders on Node 24 as well if requested.
 * @throws Error if there is no Node 24
 */
export async function openPairings(stage: Stage, isOnBothNodes: boolean): Promise<readonly Pairing[]> {
  const own = { node: OWN_NODE, purser: stage.purser, bare: stage.bare };
  if (!isOnBothNodes || OWN_NODE === '24') return [own];
  const node = await requireNode24();
  return [own, { node: '24', purser: await stage.startPurser({}, { node }), bare: await stage.startBare(node) }];
}

/** Measures one path on each version of Node, with and without busy processes, in alternating rounds. */
export async function measurePath(
  { stage, scenario, pairings }: { stage: Stage; scenario: ThroughputScenario; pairings: readonly Pairing[] },
  { busy, ...rounding }: RoundOptions & { readonly busy: number },
): Promise<PathFigures> {
  const settings: (Match & { readonly node: string })[] = [];
  for (const { node, purser, bare } of pairings) {
    const contest = scenario.contest({ purser, bare, operatorKey: stage.operatorKey });
    await scenario.proveSameWork(stage, contest);
    await warmUp(contest);
    const pids = { purser: purser.pid, bare: bare.pid };
    for (const processes of busy > 0 ? [0, busy] : [0]) settings.push({ node, contest, pids, busy: processes });
  }
  const pairs = await runPairs(settings, rounding);
  const { title, target } = scenario;
  return {
    ...{ title, target },
    measured: settings.map(({ node, busy: processes }, at) => ({
      ...{ node, busy: processes, summary: summarize(pairs[at] ?? []) },
    })),
  };
}
