import { applyDecorators } from '@nestjs/common';
import { IsOptional, ValidateBy, type ValidationOptions } from 'class-validator';

/**
 * A rule for an input field, as the docs list it. GraphQL has already checked that the field is present and of the
 * right type.
 */
export interface FieldRule<Value> {
  /** Unique among the rules of a field. */
  readonly name: string;
  /** Completes the sentence "the field is …", such as `1 to 500 printable characters`. */
  readonly about: string;
  /** Returns the canonical form of a value, such as an id in lower case. Invalid values are returned unchanged. */
  readonly canonical?: (value: Value) => Value;
}

export interface CheckedRule<Value> extends FieldRule<Value> {
  /**
   * Returns the end of a sentence that starts with the field's name; null if the value is valid. Never contains the
   * value.
   */
  readonly findProblem: (value: Value) => string | null;
  /** Selects one of several codes. By default the first one is used. */
  readonly codeOf?: (value: Value) => string;
  /** Returns the index of the invalid list entry. Absent if the rule is about the whole field. */
  readonly findEntry?: (value: Value) => number;
}

export interface NamedRule extends FieldRule<never> {
  readonly validator: (options: ValidationOptions) => PropertyDecorator;
  /** The end of a sentence that starts with the field's name. */
  readonly problem: string;
}

/** The context that class-validator stores with each of our rules and returns with each error. */
export interface RuleContext<Rule = FieldRule<unknown>> {
  readonly rule: Rule;
  /** Codes of the mutation; BAD_USER_INPUT if there are none. */
  readonly codes: readonly string[];
}

export interface RuleOfField extends RuleContext {
  readonly field: string;
}

// The rules are kept here as well, because they are read for every argument of every resolver, and class-validator
// would scan the rules of all classes.
const RULES = 'purser:field-rules';

/**
 * Adds a rule to a field. Absent and null values pass, because the GraphQL type decides whether they are allowed.
 * @param codes codes in `userErrors`; BAD_USER_INPUT if there are none
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

/** Adds a rule that class-validator itself checks to a field. Absent and null values pass. */
export function namedRule(rule: NamedRule, ...codes: readonly string[]): PropertyDecorator {
  const validate = rule.validator({ message: rule.problem, context: { rule, codes } });
  return applyDecorators(IsOptional(), validate, noteRule(rule, ...codes));
}

/** Lists a rule for the docs and for `validateInput`, but does not check it. */
export function noteRule<Value>(rule: FieldRule<Value>, ...codes: readonly string[]): PropertyDecorator {
  return ({ constructor: type }, field) => {
    Reflect.defineMetadata(RULES, [...rulesOf(type), { rule, codes, field: String(field) }], type);
  };
}

export function rulesOf(type: object): readonly RuleOfField[] {
  return (Reflect.getMetadata(RULES, type) as readonly RuleOfField[] | undefined) ?? [];
}
