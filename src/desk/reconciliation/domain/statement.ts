import { type CurrencyCode, parseCurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import { parseUuid } from '../../../common/ids.js';
import { findUnsoundText } from '../../../common/text/sound-text.js';
import { type CsvRow, readCsv } from './csv-reader.js';
import { readStatementAmount } from './statement-amount.js';

/** One payout in a statement. Fields without a column or with an empty cell are null. */
export interface StatementLine {
  readonly providerPayoutId: string;
  readonly amount: DecimalString | null;
  readonly currency: string | null;
  readonly status: string | null;
}

/** The names of the columns. All other columns are ignored. */
export interface StatementColumns {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: string;
}

export type StatementReading =
  | { readonly kind: 'statement'; readonly lines: readonly StatementLine[] }
  /** Each problem names the line and the column, and never quotes the cell. */
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

/** As many payouts as fit into one request with the usual columns. Longer statements are imported in parts. */
export const MAX_STATEMENT_LINES = 2_000;

// The header, and one payout more than allowed, which is enough to reject the statement.
const MAX_ROWS = MAX_STATEMENT_LINES + 2;

// Enough to see what is wrong with a file, and few enough to read.
const MAX_PROBLEMS = 20;

type Column = keyof StatementColumns;
type ColumnIndexes = Readonly<Partial<Record<Column, number>>>;

/** Reads a statement: a header followed by one line per payout. It is accepted as a whole or not at all. */
export function readStatement(
  csv: string,
  { columns, separator }: { readonly columns: StatementColumns; readonly separator: string },
): StatementReading {
  const file = withoutMark(csv);
  const found = findSeparator(file, { columns, separator });
  const blankLines = file.text.match(BLANK_LINE)?.length ?? 0;
  const { firstLine } = file;
  const reading = readCsv(file.text, { separator: found, maxRows: MAX_ROWS + blankLines, firstLine });
  if (reading.kind === 'problem') return problems([`Line ${reading.problem.line} ${reading.problem.message}`]);
  const [header, ...rows] = reading.rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (!header || rows.length === 0) return problems(['It must have a line of column names and a line for a payout.']);
  if (rows.length > MAX_STATEMENT_LINES) {
    return problems([`It must have at most ${MAX_STATEMENT_LINES} payouts; import a longer one in parts.`]);
  }
  const indexes = columnIndexes(header, columns);
  if (typeof indexes === 'string') return problems([indexes]);
  const wrong: string[] = [];
  const lines = rows.flatMap((row) => {
    const read = readLine(row, { indexes, columns, width: header.cells.length });
    if ('problems' in read) wrong.push(...read.problems);
    return 'line' in read ? [read.line] : [];
  });
  return wrong.length > 0 ? problems(wrong) : { kind: 'statement', lines };
}

// Spreadsheets append blank lines, which count as no payout.
const BLANK_LINE = /^[\s;,|"]*$/gm;

/** The separators that spreadsheets use, including those for languages with a decimal comma. */
const SEPARATORS = [',', ';', '\t', '|'];

interface StatementFile {
  readonly text: string;
  readonly firstLine: number;
  /** The separator from a first line `sep=;`, which spreadsheets write so that other spreadsheets can read the file. */
  readonly separator: string | null;
}

function withoutMark(csv: string): StatementFile {
  const text = csv.replace(/^\ufeff/, '');
  const line = /^"?sep=(.)"?\r?\n/i.exec(text);
  return line
    ? { text: text.slice(line[0].length), firstLine: 2, separator: line[1] ?? null }
    : { text, firstLine: 1, separator: null };
}

// More than a header with a hundred columns needs. The line is parsed with each separator, which would block for 50 ms
// if it were as long as a whole request.
const MAX_HEADER_LENGTH = 10_000;

/** Returns the separator with which the header has a column for ids; otherwise the profile's separator. */
function findSeparator(
  file: StatementFile,
  { columns, separator }: { readonly columns: StatementColumns; readonly separator: string },
): string {
  const [names = ''] = file.text.split(/\r?\n/, 1);
  if (names.length > MAX_HEADER_LENGTH) return file.separator ?? separator;
  const hasIds = (candidate: string): boolean => {
    const reading = readCsv(names, { separator: candidate, maxRows: 1 });
    return reading.kind === 'rows' && (reading.rows[0]?.cells.map(canonical).includes(canonical(columns.id)) ?? false);
  };
  const candidates = [...(file.separator === null ? [] : [file.separator]), separator, ...SEPARATORS];
  return candidates.find(hasIds) ?? separator;
}

function problems(all: readonly string[]): StatementReading {
  return { kind: 'problems', problems: all.slice(0, MAX_PROBLEMS) };
}

function columnIndexes(header: CsvRow, columns: StatementColumns): ColumnIndexes | string {
  const names = header.cells.map(canonical);
  const indexes: Partial<Record<Column, number>> = {};
  for (const column of ['id', 'amount', 'currency', 'status'] as const) {
    const place = names.indexOf(canonical(columns[column]));
    if (place === -1) continue;
    if (names.includes(canonical(columns[column]), place + 1))
      return `Line ${header.line} names the column ${columns[column]} twice.`;
    indexes[column] = place;
  }
  if (indexes.id !== undefined) return indexes;
  const { id, amount, currency, status } = columns;
  return (
    `Line ${header.line} must name a column ${id}, and may name ${amount}, ${currency} and ${status}, ` +
    'separated by commas, semicolons or tabs.'
  );
}

function canonical(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

interface LineContext {
  readonly indexes: ColumnIndexes;
  readonly columns: StatementColumns;
  readonly width: number;
}

function readLine(
  { line, cells }: CsvRow,
  { indexes, columns, width }: LineContext,
): { readonly line: StatementLine } | { readonly problems: readonly string[] } {
  // Spreadsheets write empty cells up to the last column that anyone ever used.
  const isTooLong = cells.slice(width).some((text) => text.trim() !== '');
  if (cells.length < width || isTooLong) {
    return { problems: [`Line ${line} must have ${width} cells, as the first line has.`] };
  }
  const found: string[] = [];
  const cell = (column: Column): string | null => {
    const place = indexes[column];
    const text = place === undefined ? '' : (cells[place] ?? '').trim();
    return text === '' ? null : text;
  };
  const read = <Value>(column: Column, parse: (text: string) => Value | null, rule: string): Value | null => {
    const text = cell(column);
    const value = text === null ? null : parse(text);
    if (text !== null && value === null) found.push(`Line ${line}, column ${columns[column]}: ${rule}`);
    return value;
  };
  if (cell('id') === null) found.push(`Line ${line}, column ${columns.id}: must not be empty.`);
  const providerPayoutId = read('id', parseUuid, 'must be a UUID.');
  const currency = read(
    'currency',
    (text) => (/^[A-Z]{3}$/i.test(text) ? text.toUpperCase() : null),
    'must be the three letters of a currency.',
  );
  const amount = readAmount(cell('amount'), currency === null ? null : parseCurrencyCode(currency));
  if (amount?.kind === 'problem') found.push(`Line ${line}, column ${columns.amount}: ${amount.rule}`);
  const status = read(
    'status',
    (text) => (findUnsoundText(text, 100) === null ? text : null),
    'must have at most 100 printable characters.',
  );
  return found.length > 0 || providerPayoutId === null
    ? { problems: found }
    : { line: { providerPayoutId, amount: amount?.kind === 'amount' ? amount.amount : null, currency, status } };
}

function readAmount(text: string | null, currency: CurrencyCode | null) {
  return text === null ? null : readStatementAmount(text, currency);
}
