import type { Finding } from './invariant.js';

// The first few show what went wrong; the artefacts hold the rest.
const SHOWN_VIOLATIONS = 5;

/** The findings as a table, with the first violations below. */
export function renderFindings(findings: readonly Finding[]): string {
  const rows = [
    ['', 'invariant', 'checked', 'violations'],
    ...findings.map(({ id, holds, checked, violations }) => [id, holds, `${checked}`, `${violations.length}`]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) => row.map((cell, column) => pad(cell, column, widths[column] ?? 0)).join('  '));
  const details = findings.flatMap(({ id, violations }) =>
    violations.slice(0, SHOWN_VIOLATIONS).map((violation) => `${id}: ${violation}`),
  );
  return [...table, ...details].join('\n');
}

/** `3 COMPLETED, 1 FAILED`. */
export function renderCounts(words: Iterable<string>): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, count]) => `${count} ${word}`).join(', ');
}

function pad(cell: string, column: number, width: number): string {
  return column < 2 ? cell.padEnd(width) : cell.padStart(width);
}
