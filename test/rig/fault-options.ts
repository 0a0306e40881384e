import { parseArgs } from 'node:util';
import { z } from 'zod';
import { CASE_NAMES, type CaseName } from './campaigns/case-campaign.js';

export interface FaultTestOptions {
  /** How many payouts are asked for. */
  readonly payouts: number;
  /** Decides payouts and faults; printed, so that a failing run can be repeated. */
  readonly seed: string;
  /** How many processes share the work. */
  readonly replicas: number;
  /** Tests the lease-and-retry worker instead of Purser, which must be found paying twice. */
  readonly naive: boolean;
  /** Reconciles so many payouts under kill -9 instead; see the README. */
  readonly reconciliation?: number | undefined;
  /** Loses the database under load instead, by failover and by restore; see the README. */
  readonly failover: boolean;
  /** How often it is lost in each layout. */
  readonly rounds: number;
  /** Single faults to look at instead; see the README. */
  readonly cases?: readonly CaseName[] | undefined;
}

const flags = z.object({
  // 500: about two minutes, in which every kind of fault comes several times.
  payouts: z.coerce.number().int().min(1).max(100_000).default(500),
  seed: z.string().min(1).default('1'),
  // Two is the least that can be in each other's way; a third stays when both are down.
  replicas: z.coerce.number().int().min(1).max(8).default(3),
  naive: z.boolean().default(false),
  failover: z.boolean().default(false),
  // Six: every kind once.
  rounds: z.coerce.number().int().min(1).max(1_000).default(6),
  case: z
    .enum([...CASE_NAMES, 'all'])
    .transform((name) => (name === 'all' ? CASE_NAMES : [name]))
    .optional(),
  reconciliation: z.coerce.number().int().min(100).max(100_000).optional(),
});

/**
 * Reads the command line.
 * @throws Error naming the flag when one is unknown or its value is not usable.
 */
export function readFaultTestOptions(commandLine: readonly string[]): FaultTestOptions {
  const { values } = parseArgs({
    args: [...commandLine],
    options: {
      payouts: { type: 'string' },
      seed: { type: 'string' },
      replicas: { type: 'string' },
      naive: { type: 'boolean' },
      reconciliation: { type: 'string' },
      failover: { type: 'boolean' },
      rounds: { type: 'string' },
      case: { type: 'string' },
    },
  });
  const parsed = flags.safeParse(values);
  if (parsed.success) return { ...parsed.data, cases: parsed.data.case };
  throw new Error(parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'));
}
