import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { percentile } from '../report/spread.js';
import { ChangeSubscriber } from './change-subscriber.js';
import { checkSubscriber, type LoggedChange } from '../audit/failover-audit.js';
import type { WatchedSoFar, WatchersAudit, WatchersRequest, WatchersStart } from './watchers.js';

// A replica accepts at most 100 sockets that have not authenticated yet.
const OPENED_AT_ONCE = 10;
const OPENED_EVERY_MS = 50;

const { url, apiKeys, watchers } = workerData as WatchersStart;
const lateness: number[] = [];
const subscribers = Array.from(
  { length: watchers },
  (_, index) =>
    new ChangeSubscriber({
      replicaUrls: [url],
      apiKey: apiKeys[index % apiKeys.length] ?? '',
      startAt: 0,
      // Each team has one address. All addresses in 127.0.0.0/8 belong to this machine.
      localAddress: `127.1.0.${1 + (index % apiKeys.length)}`,
      onLateness: (lateMs) => lateness.push(lateMs),
    }),
);

parentPort?.on('message', (request: WatchersRequest) => {
  void answer(request).then((value) => parentPort?.postMessage(value));
});

for (const [index, subscriber] of subscribers.entries()) {
  if (index > 0 && index % OPENED_AT_ONCE === 0) await delay(OPENED_EVERY_MS);
  subscriber.begin();
}

async function answer(request: WatchersRequest): Promise<WatchedSoFar | WatchersAudit | null> {
  switch (request.ask) {
    case 'figures':
      return figures();
    case 'audit':
      return audit(request.log);
    case 'end':
      await Promise.all(subscribers.map((subscriber) => subscriber.end()));
      return null;
  }
}

function figures(): WatchedSoFar {
  const late = lateness.splice(0);
  const at = (hundredths: number): number => percentile(late, hundredths);
  return {
    watching: subscribers.filter(({ since }) => since !== null).length,
    received: sum(({ received }) => received.size),
    utilization: performance.eventLoopUtilization().utilization,
    closings: sum(({ closings }) => closings),
    lateMs: late.length === 0 ? null : { median: at(50), p99: at(99), most: at(100) },
  };
}

function audit(log: readonly LoggedChange[]): WatchersAudit {
  const findings = subscribers.map((subscriber, index) => checkSubscriber(`watcher ${index + 1}`, subscriber, log));
  const violations = findings.flatMap(({ holds, violations: [first, ...others] }) =>
    first === undefined ? [] : [`${holds}: ${first}, and ${others.length} more`],
  );
  return { watchers, expected: log.length, violations };
}

function sum(count: (subscriber: ChangeSubscriber) => number): number {
  return subscribers.reduce((total, subscriber) => total + count(subscriber), 0);
}
