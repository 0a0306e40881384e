import type { InputWithProblems } from './invalid-input.js';

type Optional<Input> = { [Name in keyof Input]-?: undefined extends Input[Name] ? Name : never }[keyof Input];

/** The fields of an input, with null for each absent optional field. */
export type AskedFor<Input> = {
  readonly [Name in Exclude<keyof Input, keyof InputWithProblems<never>>]-?: undefined extends Input[Name]
    ? Exclude<Input[Name], undefined> | null
    : Input[Name];
};

/** Null for every optional field of an input. A missing field does not compile. */
export type NotGiven<Input> = { readonly [Name in Optional<Input>]: null };
