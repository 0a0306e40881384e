import { z } from 'zod';
import { readFlags } from '../test/rig/command.js';

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

/** These parts run only if requested with `--only`, because they take more than half an hour. */
const ALONE = ['documents', 'partitions'] as const;

export type BenchPart = (typeof PARTS)[number] | (typeof ALONE)[number];

export interface BenchOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly pollSeconds: number;
  readonly requests: number;
  /** Number of payouts in the large partitioned table. */
  readonly rows: number;
  readonly subscribers: number;
  /** Another built checkout to compare the fan-out with; null for none. */
  readonly beside: string | null;
  /** Also measures the paths on Node 24. */
  readonly bothNodes: boolean;
  /** Also measures the paths while this number of processes keeps the cores busy; 0 for none. */
  readonly busy: number;
  readonly parts: readonly BenchPart[];
  /** Only compares the costs of the paths with the costs stored in the repository. */
  readonly check: boolean;
  /** Only writes the costs of the paths to the repository. */
  readonly keep: boolean;
  /** Writes the figures to the table of the README. */
  readonly fill: boolean;
  /** The flags that affect the figures, as typed on the command line. */
  readonly flags: readonly string[];
}

const FLAGS = z.object({
  // With fewer than five, a single disturbed round can move the median.
  rounds: z.coerce.number().int().min(1).max(100).default(5),
  // Enough for several thousand requests per round, and short enough for a full run in under three minutes.
  seconds: z.coerce.number().min(1).max(600).default(3),
  // Long enough to poll each session four times.
  'poll-seconds': z.coerce.number().min(5).max(600).default(20),
  requests: z.coerce.number().int().min(10).default(1_000_000),
  // Ten million rows take 40 GB of disk and most of an hour to create.
  rows: z.coerce.number().int().min(100_000).default(10_000_000),
  // By default, the number of sockets that one address may open under the usual limit on file descriptors.
  subscribers: z.coerce.number().int().min(3).max(30_000).default(1_000),
  beside: z.string().min(1).nullable().default(null),
  'both-nodes': z.boolean().default(false),
  busy: z.coerce.number().int().min(0).max(64).default(0),
  only: z.enum([...PARTS, ...ALONE]).optional(),
  check: z.boolean().default(false),
  keep: z.boolean().default(false),
  fill: z.boolean().default(false),
});

/**
 * Parses the command line.
 * @throws Error naming the flag if it is unknown or its value is invalid
 */
export function readBenchOptions(commandLine: readonly string[]): BenchOptions {
  const given = readFlags(FLAGS, commandLine);
  const { only, 'poll-seconds': pollSeconds, 'both-nodes': bothNodes, ...rest } = given;
  const flags = commandLine.filter(
    (word, at) => !['--fill', '--only'].includes(word) && commandLine[at - 1] !== '--only',
  );
  return { ...rest, pollSeconds, bothNodes, flags, parts: only === undefined ? PARTS : [only] };
}
