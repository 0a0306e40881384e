import type { InputWithProblems } from './invalid-input.js';

type Optional<Input> = { [Name in keyof Input]-?: undefined extends Input[Name] ? Name : never }[keyof Input];

/** The fields of an input as they were asked for, null where one was not given. */
export type AskedFor<Input> = {
  readonly [Name in Exclude<keyof Input, keyof InputWithProblems<never>>]-?: undefined extends Input[Name]
    ? Exclude<Input[Name], undefined> | null
    : Input[Name];
};

/** Null for each field that need not be given: a field that is added and forgotten here does not compile. */
export type NotGiven<Input> = { readonly [Name in Optional<Input>]: null };
