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
import { type RuleOfField, rulesOf } from '../../src/graphql/validation/field-rule.js';
import { table } from './markdown-table.js';

/** A field of an input, or an argument beside one, with the rules that its value is under. */
export interface RuledField {
  /** The input, or the operation for its arguments. */
  readonly owner: string;
  readonly field: string;
  readonly type: string;
  readonly rules: readonly Pick<RuleOfField, 'rule' | 'codes'>[];
  /** Whether the type says nothing of the value but that it is a text, a whole number or an object. */
  readonly needsRule: boolean;
}

// Where Nest keeps the pipes of arguments.
const ROUTE_ARGUMENTS = '__routeArguments__';

/** The fields of every input in the schema. */
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

/** The arguments of queries and subscriptions; a mutation has none but its input. */
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
    return pipes
      .flatMap(aboutOf)
      .map((about) => ({ field, codes: [], rule: { name: 'pipe', about, findProblem: () => null } }));
  });
}

/** The rule of a pipe that parses an argument, in words. */
function aboutOf(pipe: unknown): string[] {
  return typeof pipe === 'function' && 'about' in pipe ? [String(pipe.about)] : [];
}

/** `docs/input-rules.md`: what every field of an input must be, as the classes have it. */
export function renderInputRulesPage(schema: GraphQLSchema): string {
  return [
    '# What inputs must be',
    '',
    'Generated from the code by `npm run generate`; a test compares them. GraphQL refuses what is not of the type. The rules',
    'beside it stand on the classes of the inputs, and are held before a resolver begins. A broken rule is answered in',
    '`userErrors` under its code, with the path of the field. Some mutations look for an earlier request first, or have rules',
    'that need what they look up. Such a mutation tells broken rules of both kinds together. Rules without a code, and those of',
    'queries and subscriptions, are the error BAD_USER_INPUT.',
    '',
    '## Inputs',
    '',
    ...rulesTable('input', ruledFieldsOf(schema)),
    '',
    '## Arguments of queries and subscriptions',
    '',
    ...rulesTable('operation', ruledArgumentsOf(schema)),
    '',
  ].join('\n');
}

function rulesTable(owner: string, fields: readonly RuledField[]): string[] {
  return table(
    [owner, 'field', 'type', 'rule', 'code'],
    fields.map(({ owner: name, field, type, rules }) => [
      `\`${name}\``,
      `\`${field}\``,
      `\`${type}\``,
      rules.map(({ rule }) => rule.about).join('; '),
      rules.flatMap(({ codes }) => codes.map((code) => `\`${code}\``)).join(', '),
    ]),
  );
}
