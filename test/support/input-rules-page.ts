import { TypeMetadataStorage } from '@nestjs/graphql';
import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { type RuleOfField, rulesOf } from '../../src/platform/graphql/validation/field-rule.js';

/** A field of an input, or an argument, with the rules for its value. */
export interface RuledField {
  /** The input, or the operation for an argument. */
  readonly owner: string;
  readonly field: string;
  readonly type: string;
  readonly rules: readonly Pick<RuleOfField, 'rule' | 'codes'>[];
  /** Whether the type alone allows any text, whole number or object. */
  readonly needsRule: boolean;
}

// Key under which Nest stores the pipes of arguments.
const ROUTE_ARGUMENTS = '__routeArguments__';

export function ruledFieldsOf(schema: GraphQLSchema): RuledField[] {
  const classes = new Map(TypeMetadataStorage.getInputTypesMetadata().map(({ name, target }) => [name, target]));
  return Object.values(schema.getTypeMap())
    .filter((type): type is GraphQLInputObjectType => isInputObjectType(type))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .flatMap((type) => {
      const rules = rulesOf(classes.get(type.name) ?? {});
      return Object.values(type.getFields()).map((field) => toRuledField(type.name, field, rules));
    });
}

/** Returns the arguments of queries and subscriptions. A mutation has only its input. */
export function ruledArgumentsOf(schema: GraphQLSchema): RuledField[] {
  const resolvers = [...TypeMetadataStorage.getQueriesMetadata(), ...TypeMetadataStorage.getSubscriptionsMetadata()];
  return [schema.getQueryType(), schema.getSubscriptionType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).flatMap((operation: GraphQLField<unknown, unknown>) => {
      const { target, methodName } = resolvers.find(({ schemaName }) => schemaName === operation.name)!;
      const parameters = Reflect.getMetadata('design:paramtypes', target.prototype as object, methodName) as object[];
      const rules = [...parameters.flatMap((type) => rulesOf(type)), ...pipedRules(target, methodName)];
      return operation.args.map((argument) => toRuledField(operation.name, argument, rules));
    }),
  );
}

function toRuledField(
  owner: string,
  field: GraphQLInputField | GraphQLArgument,
  rules: readonly RuleOfField[],
): RuledField {
  const named = getNamedType(field.type);
  return {
    owner,
    field: field.name,
    type: String(getNullableType(field.type)),
    rules: rules.filter((rule) => rule.field === field.name),
    needsRule: isInputObjectType(named) || (isSpecifiedScalarType(named) && named.name !== 'Boolean'),
  };
}

interface PipedArgument {
  readonly data?: string;
  readonly pipes?: readonly unknown[];
}

function pipedRules(target: object, methodName: string): RuleOfField[] {
  const args = (Reflect.getMetadata(ROUTE_ARGUMENTS, target, methodName) ?? {}) as Record<string, PipedArgument>;
  return Object.values(args).flatMap(({ data: field, pipes = [] }) => {
    if (field === undefined) return [];
    return pipes.flatMap(aboutOf).map((about) => ({ field, codes: [], rule: { name: 'pipe', about } }));
  });
}

/** Describes the rules of an argument's pipe. */
function aboutOf(pipe: unknown): string[] {
  return typeof pipe === 'function' && 'about' in pipe ? [String(pipe.about)] : [];
}

/** Renders `docs/input-rules.md`: the rules of every input field and argument, each rule once. */
export function renderInputRulesPage(schema: GraphQLSchema): string {
  return [
    '# Rules of inputs',
    '',
    'Generated from the code by `npm run generate`; a test compares them. GraphQL checks the types, which',
    '[the schema](../schema.graphql) shows. This page lists the rules beyond the type. An `ID` that is missing here must be a UUID;',
    'any other missing field has no rule.',
    '',
    'A mutation returns a broken rule in `userErrors`, with its code and the path of the field. It reports all broken rules at',
    'once. A rule without a code, and every rule of a query or subscription, fails with the error `BAD_USER_INPUT`.',
    '',
    '## Inputs',
    '',
    ...rulesList(ruledFieldsOf(schema)),
    '',
    '## Arguments of queries and subscriptions',
    '',
    ...rulesList(ruledArgumentsOf(schema)),
    '',
  ].join('\n');
}

/** Returns a line for each rule, with the fields that it applies to. */
function rulesList(fields: readonly RuledField[]): string[] {
  const fieldsByRule = new Map<string, string[]>();
  for (const { owner, field, type, rules } of fields) {
    // The fields of a nested input have their own lines.
    const rule = rules.flatMap(({ rule: { name, about } }) => (name === 'nested' ? [] : [about]));
    // The page describes ids once, at the top.
    if (rule.length === 0 || (type === 'ID' && rule.join() === 'a UUID')) continue;
    const codes = [...new Set(rules.flatMap((one) => one.codes))].map((code) => `\`${code}\``);
    const line = `${rule.join('; ')}${codes.length === 0 ? '' : ` (${codes.join(', ')})`}`;
    fieldsByRule.set(line, [...(fieldsByRule.get(line) ?? []), `\`${owner}.${field}\``]);
  }
  return [...fieldsByRule].map(([line, names]) => `- ${line}: ${names.join(', ')}`);
}
