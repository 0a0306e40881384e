/** Orders specs by how many words of their names a file's path contains, so that the likeliest to fail runs first. */
export function likeliestFirst<Spec>(file: string, specs: readonly Spec[], pathOf: (spec: Spec) => string): Spec[] {
  const words = stems(file);
  return specs
    .map((spec) => ({ spec, score: likeness(words, stems(nameOf(pathOf(spec)))) }))
    .sort((first, second) => second.score - first.score)
    .map(({ spec }) => spec);
}

/**
 * Divides by the square root of the number of words. Otherwise specs with long names would come before the specs for a
 * whole feature.
 */
function likeness(words: ReadonlySet<string>, name: ReadonlySet<string>): number {
  return [...name].filter((word) => words.has(word)).length / Math.sqrt(name.size);
}

const nameOf = (spec: string): string => spec.slice(spec.lastIndexOf('/') + 1).replace('.spec.ts', '');

/** Uses four letters of each word, so that `settle` and `settling` are the same. */
function stems(path: string): ReadonlySet<string> {
  return new Set((path.match(/[a-z]{4,}/g) ?? []).map((word) => word.slice(0, 4)));
}

/** Draws random items. The same seed draws the same items. */
export function draw<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const left = [...items];
  const drawn: Item[] = [];
  let state = seed;
  while (drawn.length < count && left.length > 0) {
    // A linear congruential generator with the constants from Numerical Recipes.
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    drawn.push(...left.splice(Math.floor((state / 2 ** 32) * left.length), 1));
  }
  return drawn;
}
