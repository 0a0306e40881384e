import { CsvError, parse } from 'csv-parse/sync';

export interface CsvRow {
  /** Number of the line in which the cell starts, counted from 1. */
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

/**
 * Reads CSV according to RFC 4180: quoted cells may contain separators, line breaks and doubled quotes. A quote
 * anywhere else, or text after a closing quote, is an error. Lines end with LF or CRLF; the last one may end without.
 * Cells stay text, and nothing is evaluated, not even what looks like a formula.
 * @param maxRows rows beyond this number are not read
 * @param firstLine number of the line in which the text starts
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
  // Counted here, because the parser counts a carriage return within a cell as a new line.
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
    // The parser's own message would quote the cell.
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
