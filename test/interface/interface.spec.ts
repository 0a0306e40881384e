import { existsSync, readFileSync } from 'node:fs';
import { DESTINATION_ROWS } from './destination-rows.table.js';
import { GENERAL_ROWS } from './general-rows.table.js';
import { H2H_ROWS } from './h2h-rows.table.js';
import { ORDER_ROWS } from './order-rows.table.js';
import { PAYOUT_ROWS } from './payout-rows.table.js';

const ROWS = [...GENERAL_ROWS, ...ORDER_ROWS, ...H2H_ROWS, ...PAYOUT_ROWS, ...DESTINATION_ROWS];

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Returns the names of the tests in a spec, as written. */
const testsIn = (file: string): string[] =>
  [...textOf(file).matchAll(/\(\s*(['"`])((?:(?!\1)[^\\\n]|\\.)+)\1,\s*(?:async )?\(/g)].map(([, , name]) => name!);

describe('provider interface, row by row', () => {
  it('every statement of the document is in the table once', () => {
    const statements = ROWS.map(({ says }) => says);

    expect(statements.length).toBeGreaterThan(150);
    for (const rows of [GENERAL_ROWS, ORDER_ROWS, H2H_ROWS, PAYOUT_ROWS, DESTINATION_ROWS]) {
      const own = rows.map(({ says }) => says);
      expect(own).toEqual([...new Set(own)]);
    }
  });

  it.each(ROWS)('a test proves that $says', ({ heldIn, proof: [file, test] }) => {
    expect(existsSync(heldIn) ? heldIn : null).toBe(heldIn);
    expect(testsIn(file).filter((name) => name.includes(test))).not.toEqual([]);
  });
});
