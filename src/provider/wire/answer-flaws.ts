import type * as z from 'zod';
import type { Reading } from '../client/answer-reading.js';

type Flawed = Extract<Reading<never>, { ok: false }>;

/** The fields that keep an answer from being read, each with the reason and without its value. */
export function flawsOf({ issues }: Pick<z.ZodError, 'issues'>): string[] {
  return issues.map(({ path, message }) => `${pathOf(path)} ${message}`);
}

/** An answer that cannot be used, for the first of its flaws. */
export function malformed(error: Pick<z.ZodError, 'issues'>): Flawed {
  return malformedBy(flawsOf(error)[0] ?? 'the answer is not readable');
}

export function malformedBy(detail: string): Flawed {
  return { ok: false, reason: 'malformed', detail };
}

/** An answer about something else than was asked for, by the field that shows it. */
export function mismatchIn(field: string): Flawed {
  return { ok: false, reason: 'echo_mismatch', detail: `${field} differs` };
}

// The place in a list is left out, so that a metric has one series for all of them.
function pathOf(path: readonly PropertyKey[]): string {
  const names = path.map((name) => (typeof name === 'number' ? '[]' : String(name)));
  return names.length === 0 ? 'the answer' : names.join('.').replaceAll('.[]', '[]');
}
