// The most that a GraphQL request may hold.
const LENGTH = 128 * 1_024;

const repeated = (pattern: string): string =>
  `${pattern.repeat(Math.ceil(LENGTH / pattern.length)).slice(0, LENGTH - 1)}x`;

/** Texts as long as a request may be that made a search for card numbers slow, by what they repeat. */
export const COSTLY_TEXTS: readonly (readonly [string, string])[] = [
  '1 ',
  '11 ',
  '12345 ',
  '1._1',
  '４１ ',
  '１',
  '4',
  '4 ',
  // Numbers that only the library can tell from a scheme's.
  '2 2 1 0 ',
  '4\u200d',
  '٤ ',
  '4111111111111111',
  'No4111111111111112,',
  ' ',
  '@a.',
].map((pattern) => [JSON.stringify(pattern), repeated(pattern)] as const);

/**
 * Within this a text is searched in no time. Searches that look again and again took seconds, and one that looks once
 * takes a few milliseconds, or some tens on a slow machine.
 */
export const NO_TIME_MS = 250;

/** How long an act takes at its quickest of some times: other work of the machine makes it slower, nothing faster. */
export function quickestMs(act: () => void): number {
  const times = Array.from({ length: 25 }, () => {
    const startedAt = performance.now();
    act();
    return performance.now() - startedAt;
  });
  return Math.min(...times);
}
