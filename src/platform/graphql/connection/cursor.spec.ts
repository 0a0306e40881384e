import fc from 'fast-check';
import { decodeCursor, encodeCursor, type SortKey } from './cursor.js';

const ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
const byCreation: SortKey = { name: 'CREATED_AT', kind: 'instant' };
const byAmount: SortKey = { name: 'AMOUNT', kind: 'decimal' };
const byName: SortKey = { name: 'NAME', kind: 'text' };
const made = (...parts: unknown[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('cursors', () => {
  it.each([
    [byCreation, '2026-07-01 12:00:00.123456+00'],
    [byCreation, '2026-07-01T12:00:00.123456Z'],
    [byAmount, '10.5000'],
  ])('decode to the position that they were made from', (sort, value) => {
    expect(decodeCursor(encodeCursor({ value, id: ID }, sort), { sort, argument: 'after' })).toEqual({ value, id: ID });
  });

  it('cursors can contain any text that PostgreSQL can store', () => {
    const text = fc.string({ unit: 'binary', maxLength: 100 }).filter((value) => !value.includes('\0'));
    fc.assert(
      fc.property(text, (value) => {
        const cursor = encodeCursor({ value, id: ID }, byName);
        expect(decodeCursor(cursor, { sort: byName, argument: 'after' })).toEqual({ value, id: ID });
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['text that is not base64url', '!!!'],
    ['padded base64', `${made(1, 'NAME', 'a', ID)}=`],
    ['text that is not JSON', Buffer.from('[1').toString('base64url')],
    ['JSON that is not an array', made()],
    ['another version', made(2, 'NAME', 'a', ID)],
    ['another sort', made(1, 'AMOUNT', 'a', ID)],
    ['too many parts', made(1, 'NAME', 'a', ID, 1)],
    ['a value that is not a string', made(1, 'NAME', { a: 1 }, ID)],
    ['SQL in place of an id', made(1, 'NAME', 'a', `' OR 1=1 --`)],
    ['a NUL', made(1, 'NAME', 'a\0', ID)],
    ['half a surrogate pair', made(1, 'NAME', '\ud800', ID)],
    ['a long value', made(1, 'NAME', 'a'.repeat(201), ID)],
    ['a megabyte', 'a'.repeat(1_000_000)],
  ])('cursors are rejected if they contain %s', (_, cursor) => {
    expect(() => decodeCursor(cursor, { sort: byName, argument: 'before' })).toThrow(
      expect.objectContaining({ extensions: { code: 'BAD_USER_INPUT', field: ['before'] } }) as Error,
    );
  });

  it.each([
    [byCreation, '2026-02-30T00:00:00Z'],
    [byCreation, 'infinity'],
    [byCreation, '0000-01-01T00:00:00Z'],
    [byCreation, '0000-12-31 23:59:59.999999+00'],
    [byCreation, '2026-07-01T99:00:00Z'],
    [byCreation, `2026-07-01T12:00:00Z'; --`],
    [byAmount, 'NaN'],
    [byAmount, '-1'],
    [byAmount, 'CASE WHEN EXISTS(SELECT 1) THEN 1 END'],
  ])('cursors are rejected if the value does not fit the type of the sort column', (sort, value) => {
    expect(() => decodeCursor(encodeCursor({ value, id: ID }, sort), { sort, argument: 'after' })).toThrow(
      /^after must/,
    );
  });

  it('cursors are either decoded or rejected if any character was changed', () => {
    const cursor = encodeCursor({ value: '10.50', id: ID }, byAmount);
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, replacement) => {
        const tampered = cursor.slice(0, at) + replacement + cursor.slice(at + 1);
        try {
          decodeCursor(tampered, { sort: byAmount, argument: 'after' });
        } catch (error) {
          expect(error).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
        }
      }),
    );
  });
});
