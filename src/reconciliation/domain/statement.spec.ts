import { MAX_STATEMENT_LINES, readStatement } from './statement.js';

const ID = '0d2f6d6e-6d55-4a3e-9d0a-0f7d5b7f2a11';
const columns = { id: 'payout_id', amount: 'amount', currency: 'currency', status: 'status' };
const read = (csv: string) => readStatement(csv, { columns, separator: ',' });
const problemsOf = (csv: string): readonly string[] => {
  const reading = read(csv);
  return reading.kind === 'problems' ? reading.problems : [];
};

describe('a statement', () => {
  it('is read by the names of its columns, whatever else is in it', () => {
    const csv = `created_at, Amount,PAYOUT_ID,note,status,currency\n2026-01-01,12.50,${ID.toUpperCase()},=1+1,COMPLETED,BRL\n`;
    expect(read(csv)).toEqual({
      kind: 'statement',
      lines: [{ providerPayoutId: ID, amount: '12.50', currency: 'BRL', status: 'COMPLETED' }],
    });
  });

  it('needs nothing but ids', () => {
    expect(read(`payout_id\n${ID}`)).toMatchObject({ lines: [{ amount: null, currency: null, status: null }] });
  });

  it.each<[string, string, RegExp]>([
    ['nothing', '', /a line of column names/],
    ['no payouts', 'payout_id\n', /a line for a payout/],
    ['no column of ids', `id\n${ID}`, /Line 1 must name a column payout_id/],
    ['a column twice', `payout_id,amount,Amount\n${ID},1,1`, /Line 1 names the column amount twice/],
    ['a cell too few', `payout_id,amount\n${ID}`, /Line 2 must have 2 cells/],
    ['an empty line', `payout_id,amount\n${ID},1\n\n${ID},1`, /Line 3 must have 2 cells/],
    ['no id', 'payout_id,amount\n,1', /Line 2, column payout_id: must not be empty/],
    ['an id that is none', 'payout_id\n7', /Line 2, column payout_id: must be a UUID/],
    ['a formula for an id', 'payout_id\n=HYPERLINK(1)', /Line 2, column payout_id: must be a UUID/],
    ['a thousands separator', `payout_id,amount\n${ID},"1,000.50"`, /Line 2, column amount: must be a decimal/],
    ['a sign', `payout_id,amount\n${ID},-1`, /Line 2, column amount/],
    ['an exponent', `payout_id,amount\n${ID},1e5`, /Line 2, column amount/],
    ['a currency in words', `payout_id,currency\n${ID},real`, /Line 2, column currency: must be three/],
    ['an unprintable status', `payout_id,status\n${ID},"A\u202eB"`, /Line 2, column status: must have at most 100/],
    ['an open quote', `payout_id\n"${ID}`, /Line 2 has a quote that is not closed/],
  ])('with %s is refused, naming the place', (_, csv, problem) => {
    expect(problemsOf(csv)).toEqual([expect.stringMatching(problem)]);
  });

  it('is taken as a whole or not at all, and names twenty problems', () => {
    const csv = ['payout_id,amount', ...Array.from({ length: 30 }, () => `${ID},x`), `${ID},1`].join('\n');
    expect(problemsOf(csv)).toHaveLength(20);
  });

  it('has as many payouts as fit into one request', () => {
    const lines = (count: number): string => ['payout_id', ...Array.from({ length: count }, () => ID)].join('\n');
    expect(read(lines(MAX_STATEMENT_LINES))).toMatchObject({ kind: 'statement' });
    expect(problemsOf(lines(MAX_STATEMENT_LINES + 1))).toEqual([expect.stringContaining('in parts')]);
  });
});
