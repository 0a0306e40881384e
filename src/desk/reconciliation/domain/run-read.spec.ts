import { nextReadAfter, type RunRead } from './run-read.js';

const UNREAD: RunRead = { kind: 'unread', wasSuspected: false };
const CONTRADICTED: RunRead = { kind: 'suspected', wasSuspected: false };
const CONTRADICTED_AGAIN: RunRead = { kind: 'suspected', wasSuspected: true };
const UNREAD_SINCE: RunRead = { kind: 'unread', wasSuspected: true };

describe('reads of a run', () => {
  it('a payout that cannot be read is retried at growing intervals', () => {
    expect([0, 1, 2, 9].map((tries) => nextReadAfter(UNREAD, tries))).toEqual([
      { tries: 1, seconds: 1 },
      { tries: 2, seconds: 2 },
      { tries: 3, seconds: 5 },
      { tries: 10, seconds: 300 },
    ]);
  });

  it.each([0, 10])(
    'a payout that contradicts its final status for the first time is read again after 11 seconds, whether %s reads failed before',
    (tries) => {
      expect(nextReadAfter(CONTRADICTED, tries)).toEqual({ tries: 0, seconds: 11 });
    },
  );

  it.each([
    ['is contradicted once more', CONTRADICTED_AGAIN],
    ['cannot be read any more', UNREAD_SINCE],
  ])('the second read is repeated after at least 11 seconds if the payout %s', (_, read) => {
    expect(nextReadAfter(read, 0)).toEqual({ tries: 1, seconds: 11 });
    expect(nextReadAfter(read, 7)).toEqual({ tries: 8, seconds: 300 });
  });

  it.each([UNREAD, CONTRADICTED_AGAIN, UNREAD_SINCE])(
    'no further read is scheduled after the eleventh failed try: %j',
    (read) => {
      expect(nextReadAfter(read, 9)).not.toBeNull();
      expect(nextReadAfter(read, 10)).toBeNull();
    },
  );
});
