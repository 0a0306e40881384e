import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Audit, auditRun } from '../audit/run-audit.js';
import type { FaultTestOptions } from '../fault-options.js';
import { planFaults } from '../plans/fault-plan.js';
import { planPayouts } from '../plans/payout-request.js';
import { SeededRandom } from '../plans/seeded-random.js';
import { openFaultStage } from '../stage/stage.js';
import { NaiveSubject } from '../stage/subjects/naive-subject.js';
import { PurserSubject } from '../stage/subjects/purser-subject.js';
import { FaultInjector } from '../faults/fault-injector.js';
import { heal } from '../faults/healing-phase.js';
import { runCallers } from '../callers/payout-callers.js';
import { PhaseStopwatch } from './phase-stopwatch.js';

/**
 * One run: payouts are asked for while everything fails that can, then everything is healed, and the provider's book is
 * compared with what the subject recorded. Data and logs stay in the directory, which is made when missing.
 */
export async function runCampaign(
  options: Pick<FaultTestOptions, 'payouts' | 'seed' | 'replicas' | 'naive'>,
  directory: string,
): Promise<Audit> {
  const random = new SeededRandom(options.seed);
  const requests = planPayouts({ count: options.payouts, random: random.fork('payouts') });
  const faults = planFaults({ ...options, random: random.fork('faults') });
  mkdirSync(directory, { recursive: true });
  const log = createWriteStream(join(directory, 'processes.log'));
  const stopwatch = new PhaseStopwatch();
  const stage = await openFaultStage({
    directory,
    replicas: options.replicas,
    makeSubject: (parts) => (options.naive ? new NaiveSubject(parts) : new PurserSubject(parts)),
    onLine: ({ from, text }) => log.write(`${from}: ${text}\n`),
  });
  try {
    stopwatch.lap('opening');
    await stage.subject.begin(stage.replicaUrls[0] ?? '');
    const injector = new FaultInjector(stage, { seed: options.seed, faults });
    await injector.startChaos();
    const callers = await runCallers({
      stage,
      requests,
      random: random.fork('callers'),
      beforeEach: (asked) => injector.reached(asked),
    });
    await injector.finish();
    stopwatch.lap('faults');
    const healing = await heal(stage);
    stopwatch.lap('healing');
    const { findings, figures } = await auditRun(stage, { requests, callers, healing });
    const done = [...injector.done].map(([kind, times]) => `${times} ${kind}`).join(', ');
    return {
      findings,
      figures: [`Faults: ${done}; and those of the provider.`, ...figures, `Took: ${stopwatch.toString()}.`],
    };
  } finally {
    await stage.close();
    log.end();
  }
}
