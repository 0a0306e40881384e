import { nextReadAfter, type RunRead } from './run-read.js';

const UNREAD: RunRead = { kind: 'unread', wasSuspected: false };
const CONTRADICTED: RunRead = { kind: 'suspected', wasSuspected: false };
const CONTRADICTED_AGAIN: RunRead = { kind: 'suspected', wasSuspected: true };
const UNREAD_SINCE: RunRead = { kind: 'unread', wasSuspected: true };

describe('reads of a run', () => {
  it('an unreadable payout is retried at growing intervals', () => {
    expect([0, 1, 2, 9].map((tries) => nextReadAfter(UNREAD, tries))).toEqual([
      { tries: 1, seconds: 1 },
      { tries: 2, seconds: 2 },
      { tries: 3, seconds: 5 },
      { tries: 10, seconds: 300 },
    ]);
  });

  it.each([0, 10])('a payout that contradicts its end is read again, after %s tries', (tries) => {
    expect(nextReadAfter(CONTRADICTED, tries)).toEqual({ tries: 0, seconds: 11 });
  });

  it.each([
    ['is contradicted once more', CONTRADICTED_AGAIN],
    ['cannot be read any more', UNREAD_SINCE],
  ])('a confirmation waits until a suspicion counts when it %s', (_, read) => {
    expect(nextReadAfter(read, 0)).toEqual({ tries: 1, seconds: 11 });
    expect(nextReadAfter(read, 7)).toEqual({ tries: 8, seconds: 300 });
  });

  it.each([UNREAD, CONTRADICTED_AGAIN, UNREAD_SINCE])('gives up at the eleventh failed try: %j', (read) => {
    expect(nextReadAfter(read, 9)).not.toBeNull();
    expect(nextReadAfter(read, 10)).toBeNull();
  });
});
