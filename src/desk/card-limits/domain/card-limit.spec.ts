import { type CardCount, isOverLimit } from './card-limit.js';
import type { CardSubject } from './card-subject.js';

const LIMITS = { perEmail: 10, perNetwork: 30, perBin: 100, perKey: 50, unpaidPercent: 80 };

const EMAIL: CardSubject = 'email:a';
const NETWORK: CardSubject = 'network:a';
const BIN: CardSubject = 'bin:411111';
const KEY: CardSubject = 'key:a';

interface Row extends CardCount {
  readonly isOver: boolean;
}

const row = (
  subject: CardSubject,
  [cards, paid, declined]: readonly [number, number, number],
  isOver: boolean,
): Row => ({
  subject,
  cards,
  paid,
  declined,
  isOver,
});

describe('card limits', () => {
  it.each([
    row(EMAIL, [9, 0, 0], false),
    row(EMAIL, [10, 0, 0], true),
    row(EMAIL, [10, 1, 9], false),
    row(EMAIL, [500, 490, 0], true),
    row(NETWORK, [29, 0, 29], false),
    row(NETWORK, [30, 0, 0], true),
    row(NETWORK, [37, 7, 0], true),
    row(NETWORK, [38, 8, 0], false),
    row(BIN, [99, 0, 99], false),
    row(BIN, [100, 0, 0], true),
    row(BIN, [125, 25, 50], true),
    row(BIN, [126, 26, 50], false),
    row(BIN, [5_000, 4_000, 900], false),
    // Happens if the counts were halved to nothing and three cards were paid after that.
    row(BIN, [0, 3, 0], false),
    row(KEY, [1_000, 0, 0], false),
    row(KEY, [49, 0, 49], false),
    row(KEY, [50, 0, 50], true),
    row(KEY, [1_000, 12, 50], true),
    row(KEY, [1_000, 13, 50], false),
  ])(
    'a $subject with $cards cards, $paid paid and $declined declined is over the limit: $isOver',
    ({ isOver, ...count }) => {
      expect(isOverLimit(count, LIMITS)).toBe(isOver);
    },
  );
});
