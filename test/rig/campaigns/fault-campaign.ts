import type { Audit } from '../audit/finding.js';
import { auditRun } from '../audit/run-audit.js';
import { CallerLoad } from '../callers/caller-load.js';
import { FaultInjector } from '../faults/fault-injector.js';
import { heal } from '../faults/healing-phase.js';
import { planFaults } from '../plans/fault-plan.js';
import { planPayouts } from '../plans/payout-request.js';
import { SeededRandom } from '../plans/seeded-random.js';
import { openPair, openStage } from '../stage/stage.js';
import { NaiveSubject } from '../subjects/naive-subject.js';
import { PurserSubject } from '../subjects/purser-subject.js';
import type { Subject } from '../subjects/subject.js';
import { onStage } from './phase-stopwatch.js';

export interface FaultCampaignOptions {
  readonly payouts: number;
  /** The seed that determines payouts and faults. */
  readonly seed: string;
  readonly replicas: number;
  /** Tests a worker with leases and retries instead of Purser. The audit must find that it pays twice. */
  readonly naive: boolean;
}

// As many callers as a busy shop has. With half a dozen processes on two cores, more would only wait for each other.
const CALLERS = 16;

// Slightly longer than a circuit stays open.
const FOLLOWED_FOR_MS = 12_000;

/**
 * Runs one campaign: payouts are requested under every possible fault, then everything is healed, and the provider's
 * book is compared with the subject's records. Data and logs stay in the directory, which is created if missing.
 */
export function runFaultCampaign(options: FaultCampaignOptions, directory: string): Promise<Audit> {
  const random = new SeededRandom(options.seed);
  const requests = planPayouts({ count: options.payouts, random: random.fork('payouts') });
  const faults = planFaults({ ...options, random: random.fork('faults') });
  const opening = openStage({
    directory,
    replicas: options.replicas,
    openDatabase: openPair,
    makeSubject: (parts): Subject => (options.naive ? new NaiveSubject(parts) : new PurserSubject(parts)),
  });
  return onStage(opening, async (stage, stopwatch) => {
    const { subject, replicaUrls } = stage;
    await subject.begin(replicaUrls[0] ?? '');
    const injector = new FaultInjector(stage, { seed: options.seed, faults });
    await injector.startChaos();
    const load = new CallerLoad({
      requests: requests.values(),
      ask: (...asked) => subject.ask(...asked),
      random: random.fork('callers'),
      callers: CALLERS,
      urls: () => replicaUrls,
      followedForMs: FOLLOWED_FOR_MS,
      beforeEach: (asked) => injector.reached(asked),
    });
    await load.run();
    await injector.finish();
    stopwatch.lap('faults');
    const healing = await heal(stage);
    stopwatch.lap('healing');
    const { findings, figures } = await auditRun(stage, { requests, load, healing });
    const done = [...injector.done].map(([kind, times]) => `${times} ${kind}`).join(', ');
    return { findings, figures: [`Faults: ${done}; and those of the provider.`, ...figures] };
  });
}
