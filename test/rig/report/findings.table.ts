import type { Finding } from '../audit/finding.js';
import { renderColumns } from './columns.js';

// The first few violations show what went wrong; the run's files contain the rest.
const SHOWN_VIOLATIONS = 5;

/** Renders the findings as a table, with each finding's first violations below. */
export function renderFindings(findings: readonly Finding[]): string {
  const rows = [
    ['', 'invariant', 'checked', 'violations'],
    ...findings.map(({ id, holds, checked, violations }) => [id, holds, `${checked}`, `${violations.length}`]),
  ];
  const details = findings.flatMap(({ id, violations }) =>
    violations.slice(0, SHOWN_VIOLATIONS).map((violation) => `${id}: ${violation}`),
  );
  return [renderColumns(rows, 2), ...details].join('\n');
}

/** Counts equal words, such as `3 COMPLETED, 1 FAILED`. */
export function renderCounts(words: Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}
