import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Audit } from './audit/finding.js';
import { renderFindings } from './report/findings.table.js';

/**
 * Reads the flags of a command line.
 * @throws Error naming the flag if it is unknown or its value is invalid
 */
export function readFlags<Shape extends z.ZodRawShape>(
  flags: z.ZodObject<Shape>,
  commandLine: readonly string[],
): z.output<z.ZodObject<Shape>> {
  const options = Object.fromEntries(
    Object.entries(flags.shape).map(([name, flag]) => [name, { type: isSwitch(flag) ? 'boolean' : 'string' } as const]),
  );
  const parsed = flags.safeParse(parseArgs({ args: [...commandLine], options }).values);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'));
}

/** Whether a flag has no value. */
function isSwitch(flag: unknown): boolean {
  return flag instanceof z.ZodDefault && flag.unwrap() instanceof z.ZodBoolean;
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints an audit. Returns whether all invariants hold, and sets the exit code accordingly. */
export function sayAudit({ findings, figures }: Audit): boolean {
  say(['', ...figures, '', renderFindings(findings), ''].join('\n'));
  const holds = findings.every(({ violations }) => violations.length === 0);
  if (!holds) process.exitCode = 1;
  return holds;
}

/** Runs a command. Prints an error and sets the exit code to 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  }
}
