import type { Type } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import { type CheckedRule, type RuleContext, rulesOf } from './field-rule.js';
import { isNestedRule, type NestedRule } from './nested.decorator.js';

/** A problem with an input field. Never contains the value. */
export interface InputProblem {
  readonly code: string | null;
  /** Path from the argument, such as `['input', 'words', '1', 'word']`. */
  readonly field: readonly string[];
  /** Follows the field's name. */
  readonly rule: string;
}

export interface ValidatedInput<Input> {
  readonly input: Input;
  readonly problems: readonly InputProblem[];
}

const OPTIONS = {
  // Values include cards and codes, which an error must not carry.
  validationError: { target: false, value: false },
  // Classes with only enums and scalars have no rules. GraphQL already refuses unknown fields.
  forbidUnknownValues: false,
};

/**
 * Converts an input to its class, and returns all problems of its fields at once.
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

export function errorsIn(instance: object): ValidationError[] {
  return validateSync(instance, OPTIONS);
}

/** Not by class-transformer, which would copy secrets field by field and fail. */
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
  // One too many, which is refused. Converting the rest would waste time.
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
