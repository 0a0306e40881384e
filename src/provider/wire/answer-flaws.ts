import type * as z from 'zod';
import type { Reading } from '../client/answer-reading.js';

type Flawed = Extract<Reading<never>, { ok: false }>;

/** Lists the fields that make an answer unreadable, with the reason but without the value. */
export function flawsOf({ issues }: Pick<z.ZodError, 'issues'>): string[] {
  return issues.map(({ path, message }) => `${pathOf(path)} ${message}`);
}

/** Describes an unusable answer by the first of its problems. */
export function malformed(error: Pick<z.ZodError, 'issues'>): Flawed {
  return malformedBy(flawsOf(error)[0] ?? 'the answer is not readable');
}

export function malformedBy(detail: string): Flawed {
  return { ok: false, reason: 'malformed', detail };
}

/** Describes an answer in which this field differs from the request. */
export function mismatchIn(field: string): Flawed {
  return { ok: false, reason: 'echo_mismatch', detail: `${field} differs` };
}

// Leaves out list positions, so that a metric has a single series for all of them.
function pathOf(path: readonly PropertyKey[]): string {
  const names = path.map((name) => (typeof name === 'number' ? '[]' : String(name)));
  return names.length === 0 ? 'the answer' : names.join('.').replaceAll('.[]', '[]');
}
