import type { InputWithProblems } from './invalid-input.js';

type Optional<Input> = { [Name in keyof Input]-?: undefined extends Input[Name] ? Name : never }[keyof Input];

/** The fields of an input, where null stands for each absent optional field. */
export type AskedFor<Input> = {
  readonly [Name in Exclude<keyof Input, keyof InputWithProblems<never>>]-?: undefined extends Input[Name]
    ? Exclude<Input[Name], undefined> | null
    : Input[Name];
};

/** An input with null in every optional field. Leaving out a field does not compile. */
export type NotGiven<Input> = { readonly [Name in Optional<Input>]: null };
