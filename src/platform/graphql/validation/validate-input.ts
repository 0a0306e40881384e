import type { Type } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { type CheckedRule, type RuleContext, rulesOf } from './field-rule.js';
import { isNestedRule, type NestedRule } from './nested.decorator.js';

/** A problem with a field of an input. Never contains the value. */
export interface InputProblem {
  readonly code: string | null;
  /** Path that starts with the argument, such as `['input', 'words', '1', 'word']`. */
  readonly field: readonly string[];
  /** The end of a sentence that starts with the field's name. */
  readonly rule: string;
}

export interface ValidatedInput<Input> {
  readonly input: Input;
  readonly problems: readonly InputProblem[];
}

const OPTIONS = {
  // Keeps values out of errors, because they may be cards and codes.
  validationError: { target: false, value: false },
  // Allows classes without rules, which have only enums and scalars. GraphQL itself rejects unknown fields.
  forbidUnknownValues: false,
};

/**
 * Converts an input to its class, and returns the problems of all its fields.
 * @param path path of the argument; empty if the class describes all arguments
 */
export function validateInput<Input extends object>(
  type: Type<Input>,
  value: object,
  path: readonly string[],
): ValidatedInput<Input> {
  const input = toInstance(type, value);
  return { input, problems: problemsIn(errorsIn(input), input, path) };
}

export function errorsIn(instance: object): ValidationError[] {
  return validateSync(instance, OPTIONS);
}

/** Not done by class-transformer, which would try to copy secrets field by field and fail. */
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
  // One entry more than allowed is enough to reject the list. Converting the rest would waste time.
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
