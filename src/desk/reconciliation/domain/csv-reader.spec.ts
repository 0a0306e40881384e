import fc from 'fast-check';
import { type CsvReading, readCsv } from './csv-reader.js';

const cellsOf = (text: string, separator = ','): readonly (readonly string[])[] => {
  const reading = readCsv(text, { separator, maxRows: 1_000 });
  if (reading.kind === 'problem') throw new Error(`${reading.problem.line}: ${reading.problem.message}`);
  return reading.rows.map(({ cells }) => cells);
};

const read = (text: string): CsvReading => readCsv(text, { separator: ',', maxRows: 1_000 });

describe('the CSV reader', () => {
  it.each<[string, string, readonly (readonly string[])[]]>([
    ['nothing', '', []],
    ['one cell', 'a', [['a']]],
    ['a line break at the end', 'a,b\n1,2\n', [['a', 'b'], ['1', '2']]], // oxfmt-ignore
    ['CRLF', 'a\r\nb\r\n', [['a'], ['b']]],
    ['a byte order mark', '\ufeffa,b', [['a', 'b']]],
    ['empty cells', ',\n,', [['', ''], ['', '']]], // oxfmt-ignore
    ['an empty line', 'a\n\nb', [['a'], [''], ['b']]],
    ['quotes', '"a,b","c""d","e\nf"', [['a,b', 'c"d', 'e\nf']]],
    ['an empty quoted cell', '"",x', [['', 'x']]],
    ['a formula', '=HYPERLINK(1)', [['=HYPERLINK(1)']]],
  ])('reads a text with %s', (_, text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  it.each<[string, string, number]>([
    ['a quote that is not closed', 'a\n"b', 2],
    ['a quote within a cell', 'a\nb"c', 2],
    ['text after a closing quote', '"a"b', 1],
    ['a quote that stays open for several lines', '"a\nb\nc', 1],
    ['text after a quote that is closed on a later line', 'a\n"b\nb"c', 2],
  ])('rejects %s and names the line', (_, text, line) => {
    expect(read(text)).toMatchObject({ kind: 'problem', problem: { line } });
  });

  it('returns the line in which each row starts', () => {
    const reading = read('a\n"b\nb"\nc\rc\n"d\r\nd"\r\ne');
    expect(reading.kind === 'rows' && reading.rows.map(({ line }) => line)).toEqual([1, 2, 4, 5, 7]);
  });

  it('never quotes a cell in a problem', () => {
    expect(JSON.stringify(read('a\n4111"1111'))).not.toContain('4111');
  });

  it('stops after the maximum number of rows', () => {
    expect(readCsv('a\nb\nc\n"', { separator: ',', maxRows: 2 })).toMatchObject({ rows: [{ line: 1 }, { line: 2 }] });
  });

  it('returns exactly the cells that were written, whatever they contain', () => {
    const cell = fc.string().map((text) => text.replace(/\r/g, ''));
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t'), (written, separator) => {
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const csv = written.map((row) => row.map(quoted).join(separator)).join('\n');
        expect(cellsOf(csv, separator)).toEqual(written);
      }),
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[",\na]{0,30}$/), (text) => {
        expect(['rows', 'problem']).toContain(read(text).kind);
      }),
    );
  });
});
