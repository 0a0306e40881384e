import { MAX_STATEMENT_LINES, readStatement } from './statement.js';

const ID = '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a11';
const columns = { id: 'payout_id', amount: 'amount', currency: 'currency', status: 'status' };
const read = (csv: string) => readStatement(csv, { columns, separator: ',' });
const problemsOf = (csv: string): readonly string[] => {
  const reading = read(csv);
  return reading.kind === 'problems' ? reading.problems : [];
};

describe('statements', () => {
  it('statements are read by column name, whatever else they contain', () => {
    const csv = `created_at, Amount,PAYOUT_ID,note,status,currency\n2026-01-01,12.50,${ID.toUpperCase()},=1+1,COMPLETED,BRL\n`;
    expect(read(csv)).toEqual({
      kind: 'statement',
      lines: [{ providerPayoutId: ID, amount: '12.50', currency: 'BRL', status: 'COMPLETED' }],
    });
  });

  it('need only a column with ids', () => {
    expect(read(`payout_id\n${ID}`)).toMatchObject({ lines: [{ amount: null, currency: null, status: null }] });
  });

  it.each<[string, string]>([
    ['blank lines at the end', `payout_id,amount,currency,status\n${ID},1050,BRL,COMPLETED\n\n \n,,,\n`],
    ['a blank line before the first payout', `payout_id,amount,currency,status\n\n${ID},1050,BRL,COMPLETED`],
    ['eight decimals', `payout_id,amount,currency,status\n${ID},1050.00000000,BRL,COMPLETED\n`],
    ['semicolons and decimal commas', `\ufeffpayout_id;amount;currency;status\r\n${ID};1.050,00;BRL;COMPLETED\r\n`],
    ['semicolons and decimal points', `payout_id;amount;currency;status\n${ID};1050;BRL;COMPLETED`],
    ['tabs', `payout_id\tamount\tcurrency\tstatus\n${ID}\t1050.00\tBRL\tCOMPLETED`],
    [
      'a first line that names the separator',
      `sep=;\r\npayout_id;amount;currency;status\r\n${ID};1050,00;BRL;COMPLETED`,
    ],
    [
      'an unusual separator named in the first line',
      `sep=~\npayout_id~amount~currency~status\n${ID}~1050~BRL~COMPLETED`,
    ],
    ['readable column names', `Payout ID,Amount,Currency,Status\n${ID},"1,050.00",brl,COMPLETED`],
    ['empty cells after the last column', `payout_id,amount,currency,status\n${ID},1050,BRL,COMPLETED,,`],
    ['quotes around everything', `"payout_id";"amount";"currency";"status"\n"${ID}";"1050,00";"BRL";"COMPLETED"`],
  ])('statements are read with %s', (_, csv) => {
    const reading = read(csv);
    expect(reading).toMatchObject({ lines: [{ providerPayoutId: ID, currency: 'BRL', status: 'COMPLETED' }] });
    expect(reading.kind === 'statement' && Number(reading.lines[0]!.amount)).toBe(1_050);
  });

  it('name the lines of the file in problems, whatever precedes the header', () => {
    expect(problemsOf(`sep=;\npayout_id;amount\n\n${ID};x`)).toEqual([expect.stringMatching(/^Line 4, column amount/)]);
  });

  it('statements can have blank lines without losing payouts at the end', () => {
    const spaced = ['payout_id', ...Array.from({ length: MAX_STATEMENT_LINES }, () => `${ID}\n`)].join('\n');
    expect(read(spaced)).toMatchObject({ lines: { length: MAX_STATEMENT_LINES } });
  });

  it.each<[string, string, RegExp]>([
    ['nothing', '', /a line of column names/],
    ['no payouts', 'payout_id\n', /a line for a payout/],
    ['no column for ids', `id\n${ID}`, /Line 1 must name a column payout_id/],
    ['the same column twice', `payout_id,amount,Amount\n${ID},1,1`, /Line 1 names the column amount twice/],
    ['one cell too few', `payout_id,amount\n${ID}`, /Line 2 must have 2 cells/],
    ['no id', 'payout_id,amount\n,1', /Line 2, column payout_id: must not be empty/],
    ['an id that is not a UUID', 'payout_id\n7', /Line 2, column payout_id: must be a UUID/],
    ['a formula in place of an id', 'payout_id\n=HYPERLINK(1)', /Line 2, column payout_id: must be a UUID/],
    [
      'an ambiguous separator in an amount',
      `payout_id,amount\n${ID},1.500`,
      /Line 2, column amount: can be read as thousands/,
    ],
    ['one cell too many', `payout_id,amount\n${ID},1,2`, /Line 2 must have 2 cells/],
    ['a sign in an amount', `payout_id,amount\n${ID},-1`, /Line 2, column amount/],
    ['an exponent in an amount', `payout_id,amount\n${ID},1e5`, /Line 2, column amount/],
    ['a currency that is not a code', `payout_id,currency\n${ID},real`, /Line 2, column currency: must be the three/],
    ['an unprintable status', `payout_id,status\n${ID},"A\u202eB"`, /Line 2, column status: must have at most 100/],
    ['an open quote', `payout_id\n"${ID}`, /Line 2 has a quote that is not closed/],
  ])('statements are rejected if they have %s, and the problem names the place', (_, csv, problem) => {
    expect(problemsOf(csv)).toEqual([expect.stringMatching(problem)]);
  });

  it('statements are rejected as a whole because of any problem, with a list of up to twenty', () => {
    const csv = ['payout_id,amount', ...Array.from({ length: 30 }, () => `${ID},x`), `${ID},1`].join('\n');
    expect(problemsOf(csv)).toHaveLength(20);
  });

  it('statements may contain as many payouts as fit into one request', () => {
    const lines = (count: number): string => ['payout_id', ...Array.from({ length: count }, () => ID)].join('\n');
    expect(read(lines(MAX_STATEMENT_LINES))).toMatchObject({ kind: 'statement' });
    expect(problemsOf(lines(MAX_STATEMENT_LINES + 1))).toEqual([expect.stringContaining('in parts')]);
  });
});
