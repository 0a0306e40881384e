import { registerEnumType } from '@nestjs/graphql';

/** Creates a GraphQL enum from names with a sentence for each. A missing sentence does not compile. */
export function describedEnum<Word extends string>(about: {
  readonly name: string;
  readonly description: string;
  readonly values: Readonly<Record<Word, string>>;
}): { readonly [W in Word]: W } {
  const names = Object.keys(about.values) as Word[];
  const values = Object.fromEntries(names.map((word) => [word, word])) as { readonly [W in Word]: W };
  registerEnumType(values, {
    name: about.name,
    description: about.description,
    valuesMap: describe(about.values),
  });
  return values;
}

function describe<Word extends string>(names: Readonly<Record<Word, string>>): Record<Word, { description: string }> {
  const described = Object.entries<string>(names).map(([word, description]) => [word, { description }]);
  return Object.fromEntries(described) as Record<Word, { description: string }>;
}
