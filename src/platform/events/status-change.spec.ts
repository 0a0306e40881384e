import fc from 'fast-check';
import { comparePositions, type LogPosition, parseCursor, toCursor } from './status-change.js';

const position: fc.Arbitrary<LogPosition> = fc.record({
  incarnation: fc.nat(2 ** 31 - 1),
  txId: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  id: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
});

const cursorOf = (text: string): string => Buffer.from(text).toString('base64url');

describe('cursors of status changes', () => {
  it('decode to the position that they were made from', () => {
    fc.assert(
      fc.property(position, (value) => {
        expect(parseCursor(toCursor(value))).toEqual(value);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['text that is not base64url', '!!!'],
    ['padding', `${cursorOf('1.12.345')}=`],
    ['only two of the three parts', cursorOf('1.12')],
    ['four parts', cursorOf('1.2.3.4')],
    ['a sign', cursorOf('1.-1.2')],
    ['a line break', cursorOf('1.1.2\n')],
    ['an incarnation that is too large', cursorOf(`${2 ** 31}.1.1`)],
    ['a transaction id that is too large', cursorOf(`1.${2n ** 64n}.1`)],
    ['an id that is too large', cursorOf(`1.1.${2n ** 63n}`)],
    ['SQL', cursorOf(`1.1.2' OR 1=1`)],
    ['a megabyte', 'M'.repeat(1_000_000)],
    ['a valid cursor followed by more characters', cursorOf('1.1.2') + 'A'.repeat(60)],
  ])('cursors of status changes are rejected if they contain %s', (_, cursor) => {
    expect(parseCursor(cursor)).toBeNull();
  });

  it('cursors of status changes have exactly one text per position', () => {
    fc.assert(
      fc.property(fc.base64String({ maxLength: 40 }), (text) => {
        const parsed = parseCursor(text);
        if (parsed !== null) expect(toCursor(parsed)).toBe(text);
      }),
    );
  });
});

describe('positions in the log', () => {
  it('positions in the log are ordered by incarnation, then transaction, then id', () => {
    // Small numbers, so that equal values occur.
    const near = fc.record({ incarnation: fc.nat(2), txId: fc.bigInt(0n, 2n), id: fc.bigInt(0n, 2n) });
    const placeOf = ({ incarnation, txId, id }: LogPosition): number => incarnation * 9 + Number(txId) * 3 + Number(id);
    fc.assert(
      fc.property(near, near, (left, right) => {
        expect(comparePositions(left, right)).toBe(Math.sign(placeOf(left) - placeOf(right)));
      }),
    );
  });
});
