import { setTimeout as delay } from 'node:timers/promises';
import { pollUntil } from '../../../dev/processes/bounded-poll.js';
import type { Audit, Finding } from '../audit/finding.js';
import { checkSubscriber, missedBy, readPayoutChanges } from '../audit/failover-audit.js';
import { auditRun } from '../audit/run-audit.js';
import { checkMemory, checkSeenRows, MemorySamples } from '../audit/soak-audit.js';
import { CallerLoad } from '../callers/caller-load.js';
import { ChangeSubscriber } from '../callers/change-subscriber.js';
import { ListReader, LISTS } from '../callers/list-reader.js';
import { orderCallers, Payer } from '../callers/order-callers.js';
import { RevokedKeys } from '../callers/revoked-keys.js';
import { heal } from '../faults/healing-phase.js';
import { planPayouts } from '../plans/payout-request.js';
import { SeededRandom } from '../plans/seeded-random.js';
import { openPair, openStage, type PairStage } from '../stage/stage.js';
import { PurserSubject } from '../subjects/purser-subject.js';
import { onStage } from './phase-stopwatch.js';

export interface SoakCampaignOptions {
  readonly minutes: number;
  readonly seed: string;
  readonly replicas: number;
}

const PAYOUT_CALLERS = 4;
const PAUSE_MS = { from: 400, to: 800 };
const FOLLOWED_FOR_MS = 12_000;

// More payouts than four callers with these pauses request in two hours.
const MOST_PAYOUTS = 60_000;

const READERS = 3;
const SUBSCRIBERS = 20;

// Ten restarts in half an hour. Between two restarts all connections are cut once.
const DISTURBED_EVERY_MS = 90_000;

// Covers a few pages of the log after the last change.
const COMPLETE_WITHIN_MS = 20_000;

/**
 * Keeps lists, payouts, orders, webhooks, subscribers and revoked keys going for a long time, while the database
 * restarts and loses its connections. Every row that a list showed is compared with the database, and the replicas'
 * memory must not grow.
 */
export function runSoakCampaign(options: SoakCampaignOptions, directory: string): Promise<Audit> {
  const random = new SeededRandom(options.seed);
  const opening = openStage({
    directory,
    replicas: options.replicas,
    openDatabase: openPair,
    makeSubject: (parts) => new PurserSubject(parts),
  });
  return onStage(opening, async (stage, stopwatch) => {
    const { subject, replicaUrls, secrets } = stage;
    const [firstUrl = ''] = replicaUrls;
    await subject.begin(firstUrl);
    const planned = planPayouts({ count: MOST_PAYOUTS, random: random.fork('payouts') });
    const load = new CallerLoad({
      requests: planned.values(),
      ask: (...asked) => subject.ask(...asked),
      random: random.fork('callers'),
      callers: PAYOUT_CALLERS,
      urls: () => replicaUrls,
      followedForMs: FOLLOWED_FOR_MS,
      pauseMs: PAUSE_MS,
    });
    const payer = new Payer(stage.control);
    const orders = orderCallers({ subject, url: firstUrl, payer, random: random.fork('orders') });
    const readers = Array.from(
      { length: READERS },
      (_, index) => new ListReader(subject, replicaUrls, random.fork(`reader ${index}`)),
    );
    const apiKey = subject.keyOf('operator');
    const subscribers = Array.from(
      { length: SUBSCRIBERS },
      (_, startAt) => new ChangeSubscriber({ replicaUrls, apiKey, startAt }),
    );
    const keys = new RevokedKeys(stage, secrets);
    const memory = new MemorySamples(stage.replicas);
    const parts = [load, orders, ...readers, ...subscribers, keys, memory];
    for (const part of parts) part.begin();
    const disturbances = await disturb(stage, options.minutes * 60_000, random.fork('faults'));
    await Promise.all([load, orders, ...readers, keys, memory].map((part) => part.end()));
    await payer.finish();
    stopwatch.lap('load');
    const healing = await heal(stage);
    const requests = planned.slice(0, load.asked);
    await pollUntil(
      async () => {
        const changes = await readPayoutChanges(stage);
        return subscribers.every((subscriber) => missedBy(subscriber, changes).length === 0);
      },
      { withinMs: COMPLETE_WITHIN_MS, everyMs: 500 },
    );
    await Promise.all(subscribers.map((subscriber) => subscriber.end()));
    const log = await readPayoutChanges(stage);
    const { findings, figures } = await auditRun(stage, { requests, load, healing });
    const pages = readers.reduce((sum, reader) => sum + reader.pages, 0);
    return {
      findings: [
        ...findings,
        {
          id: 'S1',
          holds: 'every page was in order and without a row twice',
          checked: pages,
          violations: readers.flatMap(({ violations }) => violations),
        },
        await checkSeenRows(
          stage.postgres,
          readers.flatMap(({ seen }) => [...seen.values()]),
        ),
        await checkWholeLists(stage, readers[0]),
        {
          id: 'S4',
          holds: 'every replica refuses a revoked key that it answered before',
          checked: keys.refusals,
          violations:
            keys.refusals > 0 ? keys.violations : [...keys.violations, 'no key was answered and then refused'],
        },
        {
          id: 'F5',
          holds: 'each subscriber has each change of the log, none twice over a socket',
          checked: log.length * subscribers.length,
          violations: subscribers.flatMap(
            (subscriber, index) => checkSubscriber(`subscriber ${index + 1}`, subscriber, log).violations,
          ),
        },
        checkMemory(memory),
      ],
      figures: [
        `${pages} pages read, ${orders.asked} orders and ${load.asked} payouts asked for, ${keys.refusals} refusals of revoked keys.`,
        `Disturbances: ${disturbances}.`,
        ...memory.describe(),
        ...figures,
      ],
    };
  });
}

/**
 * Restarts the database and cuts its connections in turn, until time is up. Returns the number of disturbances.
 */
async function disturb({ postgres, note }: PairStage, forMs: number, random: SeededRandom): Promise<number> {
  const endsAt = performance.now() + forMs;
  for (let count = 0; ; count += 1) {
    const leftMs = endsAt - performance.now();
    await delay(Math.min(DISTURBED_EVERY_MS, Math.max(0, leftMs)));
    if (leftMs <= DISTURBED_EVERY_MS) return count;
    note(`campaign: disturbance ${count + 1}`);
    if (count % 2 === 0) await postgres.crashAndRestart();
    else await postgres.terminateBackends(random.fraction());
  }
}

/** Compares the ids in complete lists with the tables. */
async function checkWholeLists({ postgres }: PairStage, reader: ListReader | undefined): Promise<Finding> {
  const violations: string[] = [];
  let checked = 0;
  for (const list of LISTS) {
    const rows = await postgres.query<{ id: string }>(`SELECT id FROM ${list} ORDER BY created_at DESC, id DESC`);
    const shown = (await reader?.readAll(list)) ?? [];
    checked += rows.length;
    if (rows.map(({ id }) => id).join() !== shown.join())
      violations.push(`${list}: ${shown.length} of ${rows.length} rows`);
  }
  return { id: 'S3', holds: 'the lists have exactly the rows of their tables, in order', checked, violations };
}
