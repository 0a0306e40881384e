import fc from 'fast-check';

/**
 * A value to try and the expected result. With `either`, Purser may accept or refuse the value, but not accept a part.
 */
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
 * A random word that no other trial uses, so it suits unique fields and cannot occur in a log or an error by chance. It
 * is not shrunk, because shrunk words would be equal.
 */
export const uniqueWord = fc.noShrink(
  fc.noBias(fc.string({ unit: letterOf('abcdefghijklmnop'), minLength: 16, maxLength: 16 })),
);

/** Inserts one of the traps somewhere into a text, possibly at the beginning or end. */
export function sprung(texts: fc.Arbitrary<string>, traps: readonly string[]): fc.Arbitrary<string> {
  return fc.tuple(texts, fc.constantFrom(...traps), fc.nat()).map(([text, trap, at]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + trap + text.slice(place);
  });
}

/**
 * Runs a number of random trials. On failure it names the seed and the smallest failing trial, within the minute that
 * Jest allows.
 */
export function tryAll(trials: Trials, numRuns: number, run: (trial: Trial) => Promise<void>): Promise<void> {
  return fc.assert(fc.asyncProperty(trials, run), {
    numRuns,
    plugins: [fc.interruptAfterTimeLimit(50_000, { failOnInterrupt: true })],
  });
}

/** Waits for all, even if one fails, so that none continues during the next test. */
export async function together(running: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(running)) if (result.status === 'rejected') throw result.reason;
}
