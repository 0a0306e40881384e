import type * as z from 'zod';
import type { Reading } from '../client/answer-reading.js';

type Flawed = Extract<Reading<never>, { ok: false }>;

/** Fields that make an answer unreadable, with the reason and without the value. */
export function flawsOf({ issues }: Pick<z.ZodError, 'issues'>): string[] {
  return issues.map(({ path, message }) => `${pathOf(path)} ${message}`);
}

/** An unusable answer, for the first of its flaws. */
export function malformed(error: Pick<z.ZodError, 'issues'>): Flawed {
  return malformedBy(flawsOf(error)[0] ?? 'the answer is not readable');
}

export function malformedBy(detail: string): Flawed {
  return { ok: false, reason: 'malformed', detail };
}

/** An answer about something else than was requested, according to this field. */
export function mismatchIn(field: string): Flawed {
  return { ok: false, reason: 'echo_mismatch', detail: `${field} differs` };
}

// Leaves out list positions, so that a metric has one series for all of them.
function pathOf(path: readonly PropertyKey[]): string {
  const names = path.map((name) => (typeof name === 'number' ? '[]' : String(name)));
  return names.length === 0 ? 'the answer' : names.join('.').replaceAll('.[]', '[]');
}
