import type { Type } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { type CheckedRule, type RuleContext, rulesOf } from './field-rule.js';
import { isNestedRule, type NestedRule } from './nested.decorator.js';

/** The problem with a field of an input. The value is in none of it. */
export interface InputProblem {
  /** The code of the mutation; null for BAD_USER_INPUT. */
  readonly code: string | null;
  /** Path of the field from the argument on, such as `['input', 'words', '1', 'word']`. */
  readonly field: readonly string[];
  /** To be read after the field's name. */
  readonly rule: string;
}

export interface ValidatedInput<Input> {
  readonly input: Input;
  readonly problems: readonly InputProblem[];
}

const OPTIONS = {
  // Cards and codes are among the values: an error must not carry them, for it may be logged or shown one day.
  validationError: { target: false, value: false },
  // Classes whose fields are all of enums and scalars have no rules. Nothing unknown can come: GraphQL refuses it.
  forbidUnknownValues: false,
};

/**
 * An input as an instance of its class, and everything that is wrong with it by the rules on its fields, all at once.
 *
 * @param path of the argument; empty for the class of all arguments
 */
export function validateInput<Input extends object>(
  type: Type<Input>,
  value: object,
  path: readonly string[],
): ValidatedInput<Input> {
  const input = toInstance(type, value);
  return { input, problems: problemsIn(errorsIn(input), input, path) };
}

/** The problems that class-validator finds in an instance, without any of its values. */
export function errorsIn(instance: object): ValidationError[] {
  return validateSync(instance, OPTIONS);
}

/** By our own hand: class-transformer would copy secrets field by field, and they cannot be. */
function toInstance<Input extends object>(type: Type<Input>, value: object): Input {
  const instance = Object.assign(new type(), value);
  for (const { field, rule } of rulesOf(type)) {
    const given: unknown = Reflect.get(instance, field);
    if (given === undefined || given === null) continue;
    if (isNestedRule(rule)) Reflect.set(instance, field, toInner(rule, given));
    else if (rule.canonical) Reflect.set(instance, field, rule.canonical(given));
  }
  return instance;
}

function toInner({ type, max }: NestedRule, given: unknown): unknown {
  if (!Array.isArray(given)) return toInstance(type(), given as object);
  // One more than may be, which is refused: the rest would only cost time.
  return given.slice(0, max + 1).map((item: object) => toInstance(type(), item));
}

function problemsIn(errors: readonly ValidationError[], parent: object, path: readonly string[]): InputProblem[] {
  return errors.flatMap(({ property, constraints = {}, contexts = {}, children = [] }) => {
    const value: unknown = Reflect.get(parent, property);
    const own = Object.entries(constraints).map(([name, message]): InputProblem => {
      const { rule, codes } = contexts[name] as RuleContext<Partial<CheckedRule<unknown>>>;
      const entry = rule.findEntry ? [String(rule.findEntry(value))] : [];
      const code = rule.codeOf?.(value) ?? codes[0] ?? null;
      return { code, field: [...path, property, ...entry], rule: message };
    });
    return [...own, ...problemsIn(children, value as object, [...path, property])];
  });
}
