import { applyDecorators } from '@nestjs/common';
import { IsOptional, ValidateBy, type ValidationOptions } from 'class-validator';

/** The rule of an input field, as the docs list it. GraphQL has already checked presence and type. */
export interface FieldRule<Value> {
  /** Unique within a field. */
  readonly name: string;
  /** Completes "the field is …": `1 to 500 printable characters`. */
  readonly about: string;
  /** Returns the canonical value, such as an id in lower case. An invalid value stays unchanged. */
  readonly canonical?: (value: Value) => Value;
}

export interface CheckedRule<Value> extends FieldRule<Value> {
  /** Follows the field's name; null if the value is valid. Never contains the value. */
  readonly findProblem: (value: Value) => string | null;
  /** Chooses among several codes; by default the first. */
  readonly codeOf?: (value: Value) => string;
  /** Index of the invalid list entry; absent if the whole field is invalid. */
  readonly findEntry?: (value: Value) => number;
}

export interface NamedRule extends FieldRule<never> {
  readonly validator: (options: ValidationOptions) => PropertyDecorator;
  /** Follows the field's name. */
  readonly problem: string;
}

/** The context that class-validator stores with our rules and returns with its errors. */
export interface RuleContext<Rule = FieldRule<unknown>> {
  readonly rule: Rule;
  /** The mutation's codes; none means BAD_USER_INPUT. */
  readonly codes: readonly string[];
}

export interface RuleOfField extends RuleContext {
  readonly field: string;
}

// Read for every argument of every resolver, where class-validator's storage would scan all its classes.
const RULES = 'purser:field-rules';

/**
 * Puts a rule on a field. Absent and null pass, because the GraphQL type decides whether they are allowed.
 * @param codes codes in `userErrors`; none means BAD_USER_INPUT
 */
export function ruleDecorator<Value>(rule: CheckedRule<Value>, ...codes: readonly string[]): PropertyDecorator {
  const problemOf = (value: unknown): string | null =>
    value === undefined || value === null ? null : rule.findProblem(value as Value);
  const validate = ValidateBy(
    {
      name: rule.name,
      validator: {
        validate: (value) => problemOf(value) === null,
        defaultMessage: (about) => problemOf(about?.value) ?? '',
      },
    },
    { context: { rule, codes } },
  );
  return applyDecorators(validate, noteRule(rule, ...codes));
}

/** Puts a rule on a field that class-validator checks. Absent and null pass. */
export function namedRule(rule: NamedRule, ...codes: readonly string[]): PropertyDecorator {
  const validate = rule.validator({ message: rule.problem, context: { rule, codes } });
  return applyDecorators(IsOptional(), validate, noteRule(rule, ...codes));
}

/** Lists a rule for the docs and for `validateInput`, without checking it. */
export function noteRule<Value>(rule: FieldRule<Value>, ...codes: readonly string[]): PropertyDecorator {
  return ({ constructor: type }, field) => {
    Reflect.defineMetadata(RULES, [...rulesOf(type), { rule, codes, field: String(field) }], type);
  };
}

export function rulesOf(type: object): readonly RuleOfField[] {
  return (Reflect.getMetadata(RULES, type) as readonly RuleOfField[] | undefined) ?? [];
}
