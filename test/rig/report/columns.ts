/**
 * Renders rows in columns as wide as their widest cell. The first `names` columns are aligned left, and the rest right.
 */
export function renderColumns(rows: readonly (readonly string[])[], names = 1): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const renderRow = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column < names ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  return rows.map(renderRow).join('\n');
}
