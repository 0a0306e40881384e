import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderFindings } from './audit/report.table.js';
import type { Audit } from './audit/run-audit.js';
import { runCases } from './campaigns/case-campaign.js';
import { runFailoverCampaign } from './campaigns/failover-campaign.js';
import { type FaultTestOptions, readFaultTestOptions } from './fault-options.js';
import { runReconciliationCampaign } from './campaigns/reconciliation-campaign.js';
import { runCampaign } from './campaigns/fault-campaign.js';

// About two hundred reads a second can be kept up with, and two cores bear it.
const REQUESTS_PER_SECOND = 250;

// Every replica once.
const KILLS_AT = [0.2, 0.45, 0.7];

/** `npm run faults`: payouts under every fault there is; see the README of this folder. */
async function main(): Promise<void> {
  const options = readFaultTestOptions(process.argv.slice(2));
  const directory = mkdtempSync(join(tmpdir(), 'purser-faults-'));
  // Root's PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(directory, 0o711);
  say(`${describe(options)}, seed ${options.seed}. Data and logs: ${directory}`);
  const startedAt = performance.now();
  const { findings, figures } = await run(options, directory);
  say(['', ...figures, '', renderFindings(findings), ''].join('\n'));
  say(`Seed ${options.seed}, ${Math.round((performance.now() - startedAt) / 1_000)} seconds.`);
  if (findings.some(({ violations }) => violations.length > 0)) {
    say(`Something was violated. Data and logs are kept: ${directory}`);
    process.exitCode = 1;
  } else {
    rmSync(directory, { recursive: true, force: true });
  }
}

function run(options: FaultTestOptions, directory: string): Promise<Audit> {
  if (options.cases !== undefined) return runCases({ names: options.cases, seed: options.seed }, directory);
  if (options.failover) return runFailoverCampaign(options, directory);
  if (options.reconciliation === undefined) return runCampaign(options, directory);
  return runReconciliationCampaign(
    {
      ...options,
      payouts: options.reconciliation,
      requestsPerSecond: REQUESTS_PER_SECOND,
      killsAt: KILLS_AT,
      leasesPass: false,
      stallMs: 0,
    },
    directory,
  );
}

function describe({ cases, failover, rounds, reconciliation, payouts, replicas }: FaultTestOptions): string {
  if (cases !== undefined) return cases.join(', ');
  return failover ? `${rounds} losses in each layout` : `${reconciliation ?? payouts} payouts, ${replicas} replicas`;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
