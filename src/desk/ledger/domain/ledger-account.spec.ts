import { type EntryKind, movementBetween, MOVEMENTS, type FundsState } from './ledger-account.js';

describe("a payout's funds", () => {
  it.each<[FundsState, FundsState, EntryKind | null]>([
    ['AVAILABLE', 'AVAILABLE', null],
    ['AVAILABLE', 'RESERVED', 'RESERVATION'],
    ['AVAILABLE', 'PAID_OUT', 'RETAKING'],
    ['RESERVED', 'AVAILABLE', 'RELEASE'],
    ['RESERVED', 'RESERVED', null],
    ['RESERVED', 'PAID_OUT', 'PAYMENT'],
    ['PAID_OUT', 'AVAILABLE', 'RETURN'],
    ['PAID_OUT', 'RESERVED', 'REOPENING'],
    ['PAID_OUT', 'PAID_OUT', null],
  ])('move from %s to %s by the entry %s', (held, wanted, kind) => {
    expect(movementBetween(held, wanted)).toBe(kind);
  });

  it('every kind of entry moves money between two accounts, and no two kinds between the same two', () => {
    const moves = Object.values(MOVEMENTS).map(({ from, to }) => `${from} ${to}`);
    expect(moves.filter((move) => new Set(move.split(' ')).size === 1)).toEqual([]);
    expect(new Set(moves).size).toBe(moves.length);
  });
});
