import fc from 'fast-check';

/** A value to try, and what must become of it: `either` leaves that to Purser, which may not take it halfway. */
export interface Trial {
  readonly value: unknown;
  readonly expected: 'taken' | 'refused' | 'either';
}

export type Trials = fc.Arbitrary<Trial>;

export const taken = (values: fc.Arbitrary<unknown>): Trials => values.map((value) => ({ value, expected: 'taken' }));

export const refused = (values: fc.Arbitrary<unknown>): Trials =>
  values.map((value) => ({ value, expected: 'refused' }));

export const either = (values: fc.Arbitrary<unknown>): Trials => values.map((value) => ({ value, expected: 'either' }));

const letterOf = (letters: string): fc.Arbitrary<string> => fc.constantFrom(...letters.split(''));

export const digits = (count: number): fc.Arbitrary<string> =>
  fc.string({ unit: letterOf('0123456789'), minLength: count, maxLength: count });

/**
 * A word of letters that no other trial has: fields that must be unique stay so, and neither a log nor an error can
 * hold it by chance. It is not shrunk, or the shrunk ones would be the same.
 */
export const uniqueWord = fc.noShrink(
  fc.noBias(fc.string({ unit: letterOf('abcdefghijklmnop'), minLength: 16, maxLength: 16 })),
);

/** Puts a trap somewhere into a text, at its ends too. */
export function sprung(texts: fc.Arbitrary<string>, traps: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(texts, fc.constantFrom(...traps), fc.nat()).map(([text, trap, at]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + trap + text.slice(place);
  });
}

/**
 * Runs a fixed number of trials, others each time. A failure names the seed and the smallest trial that fails; it is
 * found while Jest, which gives a minute, still waits.
 */
export function tryAll(trials: Trials, numRuns: number, run: (trial: Trial) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(trials, run), {
    numRuns,
    plugins: [fc.interruptAfterTimeLimit(50_000, { failOnInterrupt: true })],
  });
}

/** Waits for all of them even when one fails, so that none runs on into the next test. */
export async function together(running: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(running)) if (result.status === 'rejected') throw result.reason;
}
