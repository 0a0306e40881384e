import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProjectRoot } from '../../dev/start/project-root.js';
import { renderColumns } from '../../test/rig/report/columns.js';

/** One row of the table in the README of the bench. */
export interface Figure {
  /** The row's key, such as `createOrder / bare, p99`. */
  readonly name: string;
  /** Limit, such as `>= 0.6`; empty for none. */
  readonly target: string;
  /** The results by major version of Node, such as `20`. */
  readonly values: Readonly<Record<string, string>>;
}

/** The major version of Node that runs the bench. */
export const [OWN_NODE = ''] = process.versions.node.split('.');

const FILE = 'bench/README.md';
const HEADINGS = ['figure', 'target', 'Node 20', 'Node 24', 'command'];

/** Renders the figures for the terminal, with a column for each major version of Node that was measured. */
export function renderFigures(figures: readonly Figure[]): string {
  const nodes = [...new Set(figures.flatMap(({ values }) => Object.keys(values)))];
  return renderColumns(
    [
      ['', 'target', ...nodes.map((node) => `Node ${node}`)],
      ...figures.map(({ name, target, values }) => [name, target, ...nodes.map((node) => values[node] ?? '')]),
    ],
    // No column is aligned to the right.
    Infinity,
  );
}

/** Writes each figure into the README's row with its name. Leaves all other rows and columns unchanged. */
export async function fillReadme(figures: readonly Figure[], command: string): Promise<void> {
  const file = join(findProjectRoot(), FILE);
  const text = await readFile(file, 'utf8');
  await writeFile(file, fillTable(text, figures, command));
}

/** Returns the page with each figure in the row with its name. */
export function fillTable(page: string, figures: readonly Figure[], command: string): string {
  const [table = ''] = /^\| figure [^]*?\n(?=\n)/m.exec(page) ?? [];
  const rows = table
    .trimEnd()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .map((cells) => {
      const figure = figures.find(({ name }) => name === cells[0]);
      if (!figure) return cells;
      const values = HEADINGS.slice(2, -1).map((heading, at) => figure.values[heading.slice(5)] ?? cells[at + 2] ?? '');
      return [figure.name, figure.target, ...values, `\`${command}\``];
    });
  return page.replace(table, () => renderTable([HEADINGS, ...rows]));
}

/** Renders a Markdown table as the formatter does. */
function renderTable([headings = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = headings.map((_, column) =>
    Math.max(3, ...[headings, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const lines = [headings, widths.map((width) => '-'.repeat(width)), ...rows];
  return lines
    .map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`)
    .join('');
}
