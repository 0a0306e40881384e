import { ValidateBy } from 'class-validator';

/** The rule of one field of an input. GraphQL has decided already whether the field is there and of which type. */
export interface FieldRule<Value> {
  /** One word; a field has one rule of each name. */
  readonly name: string;
  /** The rule as the table in the docs shows it: `1 to 500 printable characters`. */
  readonly about: string;
  /** The problem with a value, to be read after the field's name, or null. The value is never in it. */
  readonly findProblem: (value: Value) => string | null;
  /** Under which of its codes a value that breaks it is told; the first one where absent. */
  readonly codeOf?: (value: Value) => string;
  /** Which entry of a list is to blame; absent where the whole field is. */
  readonly findEntry?: (value: Value) => number;
  /** The value as it goes on: ids in lower case. It leaves alone what breaks the rule. */
  readonly canonical?: (value: Value) => Value;
}

/** The context that class-validator keeps with one of our rules, and gives back with its error. */
export interface RuleContext {
  readonly rule: FieldRule<unknown>;
  /** The mutation's own codes; none stands for BAD_USER_INPUT. */
  readonly codes: readonly string[];
}

/** A rule of a class, with the field that it is about. */
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
export function ruleDecorator<Value>(rule: FieldRule<Value>, ...codes: readonly string[]): PropertyDecorator {
  const problemOf = (value: unknown): string | null =>
    value === undefined || value === null ? null : rule.findProblem(value as Value);
  const context = { rule: rule as FieldRule<unknown>, codes };
  const validate = ValidateBy(
    {
      name: rule.name,
      validator: {
        validate: (value) => problemOf(value) === null,
        defaultMessage: (about) => problemOf(about?.value) ?? '',
      },
    },
    { context },
  );
  return (prototype, field) => {
    validate(prototype, field);
    const type = prototype.constructor;
    Reflect.defineMetadata(RULES, [...rulesOf(type), { ...context, field: String(field) }], type);
  };
}

/** The rules of a class and of those it extends; empty for a class without any. */
export function rulesOf(type: object): readonly RuleOfField[] {
  return (Reflect.getMetadata(RULES, type) as readonly RuleOfField[] | undefined) ?? [];
}
