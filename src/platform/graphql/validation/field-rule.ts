import { applyDecorators } from '@nestjs/common';
import { IsOptional, ValidateBy, type ValidationOptions } from 'class-validator';

/** The rule of one field of an input, as the table in the docs shows it. GraphQL has checked presence and type before. */
export interface FieldRule<Value> {
  /** One word; a field has one rule of each name. */
  readonly name: string;
  /** Completes "the field is …": `1 to 500 printable characters`. */
  readonly about: string;
  /** Returns the value in the form that goes on: ids in lower case. Leaves a value alone that breaks the rule. */
  readonly canonical?: (value: Value) => Value;
}

/** A rule that the class checks by itself. */
export interface CheckedRule<Value> extends FieldRule<Value> {
  /** Returns the problem with a value, to be read after the field's name, or null. The value is never in it. */
  readonly findProblem: (value: Value) => string | null;
  /** Returns which of its codes a broken rule has; the first one where absent. */
  readonly codeOf?: (value: Value) => string;
  /** Returns the index of the wrong entry of a list; absent where the whole field is wrong. */
  readonly findEntry?: (value: Value) => number;
}

/** A rule that class-validator has itself. */
export interface NamedRule extends FieldRule<never> {
  readonly validator: (options: ValidationOptions) => PropertyDecorator;
  /** The problem, to be read after the field's name. */
  readonly problem: string;
}

/** The context that class-validator keeps with one of our rules, and returns with its error. */
export interface RuleContext<Rule = FieldRule<unknown>> {
  readonly rule: Rule;
  /** The mutation's own codes; none stands for BAD_USER_INPUT. */
  readonly codes: readonly string[];
}

/** A rule of a class, with its field. */
export interface RuleOfField extends RuleContext {
  readonly field: string;
}

// Read for every argument of every resolver. To ask class-validator's storage goes through all classes it knows.
const RULES = 'purser:field-rules';

/**
 * A decorator that puts a rule on a field. Absent and null pass: whether they may be is written in the GraphQL type.
 *
 * @param codes what breaking the rule is called in `userErrors`; with none it is BAD_USER_INPUT
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

/** Puts a rule on a field that class-validator checks with a validator of its own. Absent and null pass. */
export function namedRule(rule: NamedRule, ...codes: readonly string[]): PropertyDecorator {
  const validate = rule.validator({ message: rule.problem, context: { rule, codes } });
  return applyDecorators(IsOptional(), validate, noteRule(rule, ...codes));
}

/** Lists a rule of a field for the docs and for `validateInput`, without a validator: other code holds it. */
export function noteRule<Value>(rule: FieldRule<Value>, ...codes: readonly string[]): PropertyDecorator {
  return ({ constructor: type }, field) => {
    Reflect.defineMetadata(RULES, [...rulesOf(type), { rule, codes, field: String(field) }], type);
  };
}

/** The rules of a class and of those it extends; empty for a class without any. */
export function rulesOf(type: object): readonly RuleOfField[] {
  return (Reflect.getMetadata(RULES, type) as readonly RuleOfField[] | undefined) ?? [];
}
