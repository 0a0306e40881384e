import { parseArgs } from 'node:util';
import { z } from 'zod';

export interface ScaleOptions {
  /** Planned changes of the primary. */
  readonly switchovers: number;
  /** Ends of the primary by `kill -9`. */
  readonly deaths: number;
  /** Subscribers of every change of a payout. */
  readonly subscribers: number;
  /** Decides payouts, callers and the order of the rounds; printed, so that a failing run can be repeated. */
  readonly seed: string;
}

const flags = z.object({
  // Three and one take about two minutes, most of them the start and the outage of the one.
  switchovers: z.coerce.number().int().min(0).max(1_000).default(3),
  deaths: z.coerce.number().int().min(0).max(1_000).default(1),
  subscribers: z.coerce.number().int().min(1).max(1_200).default(1_000),
  seed: z.string().min(1).default('1'),
});

/**
 * Reads the command line.
 * @throws Error naming the flag when one is unknown or its value is not usable.
 */
export function readScaleOptions(commandLine: readonly string[]): ScaleOptions {
  const { values } = parseArgs({
    args: [...commandLine],
    options: {
      switchovers: { type: 'string' },
      deaths: { type: 'string' },
      subscribers: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const parsed = flags.safeParse(values);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'));
}
