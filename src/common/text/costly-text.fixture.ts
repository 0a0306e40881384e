// The maximum size of a GraphQL request.
const LENGTH = 128 * 1_024;

const repeated = (pattern: string): string =>
  `${pattern.repeat(Math.ceil(LENGTH / pattern.length)).slice(0, LENGTH - 1)}x`;

/** Texts of maximum length that used to make the search for card numbers slow, named by the part that they repeat. */
export const COSTLY_TEXTS: readonly (readonly [string, string])[] = [
  '1 ',
  '11 ',
  '12345 ',
  '1._1',
  '４１ ',
  '１',
  '4',
  '4 ',
  // Only the library can tell that these numbers match no scheme.
  '2 2 1 0 ',
  '4\u200d',
  '٤ ',
  '4111111111111111',
  'No4111111111111112,',
  ' ',
  '@a.',
].map((pattern) => [JSON.stringify(pattern), repeated(pattern)] as const);

/**
 * Upper limit for one search of a text, which takes a few milliseconds, or tens on a slow machine. Searches with
 * backtracking took seconds.
 */
export const NO_TIME_MS = 250;

/** Returns the duration of the fastest of several runs, because other load only makes runs slower. */
export function quickestMs(act: () => void): number {
  const times = Array.from({ length: 25 }, () => {
    const startedAt = performance.now();
    act();
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}
