import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Audit } from './audit/finding.js';
import { CASE_NAMES, runCases } from './campaigns/case-campaign.js';
import { runFailoverCampaign } from './campaigns/failover-campaign.js';
import { runFaultCampaign } from './campaigns/fault-campaign.js';
import { runReconciliationCampaign } from './campaigns/reconciliation-campaign.js';
import { runSoakCampaign } from './campaigns/soak-campaign.js';
import { readFlags, runCommand, say, sayAudit } from './command.js';

const FLAGS = z.object({
  // 500 payouts take about two minutes, in which every kind of fault occurs several times.
  payouts: z.coerce.number().int().min(1).max(100_000).default(500),
  /** The seed that determines payouts and faults. It is printed, so that a failing run can be repeated. */
  seed: z.string().min(1).default('1'),
  // At least two, so that conflicts can occur. With a third, one stays up while two are down.
  replicas: z.coerce.number().int().min(1).max(8).default(3),
  naive: z.boolean().default(false),
  /** Runs the failover campaign instead: the database is lost repeatedly under load. */
  failover: z.boolean().default(false),
  // Number of losses for each layout. Six losses cover every kind once.
  rounds: z.coerce.number().int().min(1).max(1_000).default(6),
  /** Runs only these single faults instead. */
  case: z
    .enum([...CASE_NAMES, 'all'])
    .transform((name) => (name === 'all' ? CASE_NAMES : [name]))
    .optional(),
  /** Runs the soak campaign for this many minutes instead: it compares what lists showed with the database. */
  soak: z.coerce.number().min(0.5).max(240).optional(),
  /** Runs the reconciliation campaign with this many payouts instead, while replicas are killed. */
  reconciliation: z.coerce.number().int().min(100).max(100_000).optional(),
});

type Flags = z.output<typeof FLAGS>;

const RECONCILIATION = {
  // Two cores can handle about two hundred reads a second.
  requestsPerSecond: 250,
  // Kills every replica once.
  killsAt: [0.2, 0.45, 0.7],
  leasesPass: false,
  stallMs: 0,
};

/** `npm run faults`: payouts under every kind of fault; see the README of this folder. */
async function main(): Promise<void> {
  const flags = readFlags(FLAGS, process.argv.slice(2));
  const directory = mkdtempSync(join(tmpdir(), 'purser-faults-'));
  // Root's PostgreSQL runs as another user, who must be able to traverse the directory.
  chmodSync(directory, 0o711);
  say(`${describe(flags)}, seed ${flags.seed}. Data and logs: ${directory}`);
  const startedAt = performance.now();
  const holds = sayAudit(await run(flags, directory));
  say(`Seed ${flags.seed}, ${Math.round((performance.now() - startedAt) / 1_000)} seconds.`);
  if (holds) rmSync(directory, { recursive: true, force: true });
  else say(`Something was violated. Data and logs are kept: ${directory}`);
}

function run(flags: Flags, directory: string): Promise<Audit> {
  const { case: names, failover, soak, reconciliation } = flags;
  if (names !== undefined) return runCases({ names, seed: flags.seed }, directory);
  if (failover) return runFailoverCampaign(flags, directory);
  if (soak !== undefined) return runSoakCampaign({ ...flags, minutes: soak }, directory);
  if (reconciliation === undefined) return runFaultCampaign(flags, directory);
  return runReconciliationCampaign({ ...flags, ...RECONCILIATION, payouts: reconciliation }, directory);
}

function describe({ case: names, failover, rounds, soak, reconciliation, payouts, replicas }: Flags): string {
  if (names !== undefined) return names.join(', ');
  if (soak !== undefined) return `${soak} minutes, ${replicas} replicas`;
  return failover ? `${rounds} losses in each layout` : `${reconciliation ?? payouts} payouts, ${replicas} replicas`;
}

await runCommand(main);
