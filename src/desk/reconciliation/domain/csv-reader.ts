import { CsvError, parse } from 'csv-parse/sync';

export interface CsvRow {
  /** The line it begins in, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvProblem {
  /** The line in which its row begins. */
  readonly line: number;
  readonly message: string;
}

export type CsvReading =
  | { readonly kind: 'rows'; readonly rows: readonly CsvRow[] }
  | { readonly kind: 'problem'; readonly problem: CsvProblem };

/**
 * Reads CSV as RFC 4180 has it: cells in quotes may hold the separator, line breaks and doubled quotes; a quote
 * anywhere else, or anything behind a closing one, is an error. Lines end with LF or CRLF, the last one need not. Cells
 * are texts and nothing is made of them: one that a spreadsheet would take for a formula is a text like any other.
 *
 * @param maxRows nothing behind so many rows is read
 * @param firstLine the number of the first line of the text
 */
export function readCsv(
  text: string,
  {
    separator,
    maxRows,
    firstLine = 1,
  }: { readonly separator: string; readonly maxRows: number; readonly firstLine?: number },
): CsvReading {
  const rows: CsvRow[] = [];
  // The parser counts a carriage return within a cell as a line.
  let line = firstLine;
  try {
    parse(text.replaceAll('\r\n', '\n'), {
      bom: true,
      delimiter: separator,
      record_delimiter: '\n',
      relax_column_count: true,
      to: maxRows,
      on_record: (cells: string[]) => {
        rows.push({ line, cells });
        line += cells.reduce((lines, cell) => lines + cell.split('\n').length - 1, 1);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Its own message repeats the cell.
    return { kind: 'problem', problem: { line, message: MESSAGES[error.code] ?? 'cannot be read as CSV.' } };
  }
  return { kind: 'rows', rows };
}

const MISPLACED = 'has a quote within a cell, or something behind a closing quote.';

const MESSAGES: Readonly<Partial<Record<CsvError['code'], string>>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is not closed.',
  CSV_INVALID_CLOSING_QUOTE: MISPLACED,
  INVALID_OPENING_QUOTE: MISPLACED,
};
