import { registerEnumType } from '@nestjs/graphql';

/**
 * A GraphQL enum whose values stand for themselves, from the words and one sentence about each. A word without a
 * sentence does not compile.
 */
export function wordEnum<Word extends string>(about: {
  readonly name: string;
  readonly description: string;
  readonly words: Readonly<Record<Word, string>>;
}): { readonly [W in Word]: W } {
  const words = Object.keys(about.words) as Word[];
  const values = Object.fromEntries(words.map((word) => [word, word])) as { readonly [W in Word]: W };
  registerEnumType(values, {
    name: about.name,
    description: about.description,
    valuesMap: describe(about.words),
  });
  return values;
}

function describe<Word extends string>(words: Readonly<Record<Word, string>>): Record<Word, { description: string }> {
  const described = Object.entries<string>(words).map(([word, description]) => [word, { description }]);
  return Object.fromEntries(described) as Record<Word, { description: string }>;
}
