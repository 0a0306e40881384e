import { pollUntil } from '../../../dev/processes/bounded-poll.js';
import type { Audit } from '../audit/finding.js';
import { auditScale } from '../audit/scale-audit.js';
import { OfferedLoad } from '../callers/offered-load.js';
import { openScaleStage } from '../callers/scale-stage.js';
import { Watchers } from '../callers/watchers.js';
import { say } from '../command.js';
import { SeededRandom } from '../plans/seeded-random.js';
import type { Closings } from '../stage/closings.js';
import type { MachinePrograms } from '../stage/cluster/machine-programs.js';
import { onStage } from './phase-stopwatch.js';
import { planRounds, type PrimaryChange, runRound } from './primary-rounds.js';
import { describeRound, describeSilences, describeWatchers } from './primary-rounds-texts.js';

export interface ScaleCampaignOptions {
  readonly switchovers: number;
  /** How often the primary is killed with `kill -9`. */
  readonly deaths: number;
  /** Number of subscribers to every change of a payout. */
  readonly subscribers: number;
  /** The seed that determines payouts, callers and the order of the rounds. */
  readonly seed: string;
}

// The first change must reach every watcher. The last of a thousand watchers connects after some seconds.
const WATCHING_WITHIN_MS = 60_000;

// Each team has a key and an address, like an office. A change is executed once per team, and each team reads its
// object separately.
const TEAMS = 20;

/** Ends a cluster's primary repeatedly under load. */
export function runScaleCampaign(
  options: ScaleCampaignOptions,
  parts: { readonly directory: string; readonly programs: MachinePrograms; readonly closings: Closings },
): Promise<Audit> {
  const random = new SeededRandom(options.seed);
  return onStage(openScaleStage({ ...parts, random }), async (stage, stopwatch) => {
    const { subject, url, load, orders, closings } = stage;
    await subject.begin(url);
    const apiKeys: string[] = [];
    while (apiKeys.length < TEAMS) apiKeys.push(await stage.makeViewerKey());
    const watchers = new Watchers({ url, apiKeys, watchers: options.subscribers });
    closings.add(() => watchers.end());
    load.begin();
    orders.begin();
    const isWatched = async (): Promise<boolean> => (await watchers.figures()).watching === options.subscribers;
    if (!(await pollUntil(isWatched, { withinMs: WATCHING_WITHIN_MS, everyMs: 500 }))) {
      throw new Error(`${(await watchers.figures()).watching} of ${options.subscribers} watchers have had a change.`);
    }
    say('The cluster is whole, three replicas serve, every watcher has had a change.');
    stopwatch.lap('watchers');
    const offered = await OfferedLoad.begin(stage, watchers);
    const changes: PrimaryChange[] = [];
    const rounds = planRounds(options, random.fork('rounds'));
    for (const [index, ending] of rounds.entries()) {
      stage.note(`scale: round ${index + 1}, ${ending}`);
      const change = await runRound(stage, ending);
      stage.note(`scale: ${JSON.stringify(change)}`);
      changes.push(change);
      const { closings: closed, lateMs } = await watchers.figures();
      say(`${index + 1}/${rounds.length} ${describeRound(change)}; ${describeWatchers(closed, lateMs)}`);
    }
    stopwatch.lap('rounds');
    await Promise.all([load.end(), orders.end()]);
    await stage.payer.finish();
    const offeredText = await offered.end();
    const audit = await auditScale(stage, { changes, watchers });
    stopwatch.lap('end');
    return { ...audit, figures: [...audit.figures, offeredText, ...describeSilences(changes)] };
  });
}
