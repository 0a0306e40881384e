export interface CsvRow {
  /** The line it begins in, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvProblem {
  readonly line: number;
  readonly message: string;
}

export type CsvReading =
  | { readonly kind: 'rows'; readonly rows: readonly CsvRow[] }
  | { readonly kind: 'problem'; readonly problem: CsvProblem };

const BYTE_ORDER_MARK = /^\ufeff/;

/**
 * Reads CSV as RFC 4180 has it: cells in quotes may hold the separator, line breaks and doubled quotes; a quote anywhere
 * else, or anything behind a closing one, is an error. Lines end with LF or CRLF, the last one need not. Cells are texts
 * and nothing is made of them: one that a spreadsheet would take for a formula is a text like any other.
 */
export function readCsv(text: string, separator: string): CsvReading {
  const csv = text.replace(BYTE_ORDER_MARK, '').replace(/\r\n/g, '\n');
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let rowLine = 1;
  let at = 0;
  const problem = (message: string): CsvReading => ({ kind: 'problem', problem: { line, message } });
  while (at < csv.length) {
    const cell = csv[at] === '"' ? quotedCell(csv, at) : plainCell(csv, at, separator);
    if (cell === null) return problem('has a quote that is not closed.');
    line += countLines(cell.text);
    at = cell.end;
    const next = csv[at];
    if (next !== undefined && next !== separator && next !== '\n') {
      return problem('has a quote within a cell, or something behind a closing quote.');
    }
    cells.push(cell.text);
    const isRowOver = next !== separator;
    // A separator at the very end is followed by one more cell, which is empty.
    if (next === separator && at + 1 === csv.length) cells.push('');
    if (isRowOver || at + 1 === csv.length) {
      rows.push({ line: rowLine, cells });
      cells = [];
      line += 1;
      rowLine = line;
    }
    at += 1;
  }
  return { kind: 'rows', rows };
}

interface Cell {
  readonly text: string;
  /** Where the cell is over. */
  readonly end: number;
}

function plainCell(csv: string, start: number, separator: string): Cell {
  let end = start;
  while (end < csv.length && csv[end] !== separator && csv[end] !== '\n' && csv[end] !== '"') end += 1;
  return { text: csv.slice(start, end), end };
}

function quotedCell(csv: string, start: number): Cell | null {
  let from = start + 1;
  for (;;) {
    const quote = csv.indexOf('"', from);
    if (quote === -1) return null;
    if (csv[quote + 1] !== '"') return { text: csv.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
    from = quote + 2;
  }
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
