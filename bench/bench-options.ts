import { parseArgs } from 'node:util';
import { z } from 'zod';

const PARTS = [
  'list',
  'create',
  'payout',
  'webhook',
  'funded',
  'throughput',
  'process',
  'h2h',
  'boot',
  'viewer',
  'lists',
  'pages',
  'fanout',
  'tick',
] as const;

/** Run when they are asked for alone: they take more than half an hour. */
const ALONE = ['documents', 'partitions'] as const;

export type BenchPart = (typeof PARTS)[number] | (typeof ALONE)[number];

export interface BenchOptions {
  /** How many pairs of rounds are counted. */
  readonly rounds: number;
  /** How long one round lasts. */
  readonly seconds: number;
  /** How long polls are counted. */
  readonly pollSeconds: number;
  /** How many requests the different documents are sent in. */
  readonly requests: number;
  /** How many payouts the large table of the partitions has. */
  readonly rows: number;
  /** How many subscribers an event fans out to. */
  readonly subscribers: number;
  /** Another checkout, built, that fans out as well; null for none. */
  readonly beside: string | null;
  readonly parts: readonly BenchPart[];
  /** Compares the costs of the paths with those kept in the repository, and measures nothing else. */
  readonly check: boolean;
  /** Keeps the costs of the paths in the repository, and measures nothing else. */
  readonly keep: boolean;
}

const options = z.object({
  // Five: the median of fewer follows a single disturbed round.
  rounds: z.coerce.number().int().min(1).max(100).default(5),
  // Three: some thousand requests a round, and a run of everything in under three minutes.
  seconds: z.coerce.number().min(1).max(600).default(3),
  // Twenty: each session is polled four times.
  pollSeconds: z.coerce.number().min(5).max(600).default(20),
  requests: z.coerce.number().int().min(10).default(1_000_000),
  // Ten million take 40 GB of disk, and most of an hour to be made up.
  rows: z.coerce.number().int().min(100_000).default(10_000_000),
  // A thousand: as many as one address may open sockets without a thought of descriptors.
  subscribers: z.coerce.number().int().min(3).max(30_000).default(1_000),
  beside: z.string().min(1).nullable().default(null),
  only: z.enum([...PARTS, ...ALONE]).optional(),
  check: z.boolean().default(false),
  keep: z.boolean().default(false),
});

/**
 * Reads the command line.
 * @throws Error naming the flag when one is unknown or its value is not usable.
 */
export function readBenchOptions(commandLine: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...commandLine],
    options: {
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      'poll-seconds': { type: 'string' },
      requests: { type: 'string' },
      rows: { type: 'string' },
      subscribers: { type: 'string' },
      beside: { type: 'string' },
      only: { type: 'string' },
      check: { type: 'boolean' },
      keep: { type: 'boolean' },
    },
  });
  const parsed = options.safeParse({ ...values, pollSeconds: values['poll-seconds'] });
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'));
  }
  const { only, ...numbers } = parsed.data;
  return { ...numbers, parts: only === undefined ? PARTS : [only] };
}
