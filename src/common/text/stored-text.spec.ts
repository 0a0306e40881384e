import { COSTLY_TEXTS, NO_TIME_MS, quickestMs } from './costly-text.fixture.js';
import { findUnstorableText } from './stored-text.js';

describe('stored texts', () => {
  it.each([
    ['Ticket 4711, as agreed on 2026-11-21.', null],
    [' Ticket', 'must have 1 to 50 printable characters and no space at either end.'],
    ['x'.repeat(51), 'must have 1 to 50 printable characters and no space at either end.'],
    ['The card 4111 1111 1111 1111', 'must not hold a card number.'],
    ['4111111111111111', 'must not hold a card number.'],
  ])('the problem with %j is %j', (text, problem) => {
    expect(findUnstorableText(text, 50)).toBe(problem);
  });

  it.each(COSTLY_TEXTS)('rejects repeated %s quickly', (_, text) => {
    expect(quickestMs(() => findUnstorableText(text, 500))).toBeLessThan(NO_TIME_MS);
  });
});
