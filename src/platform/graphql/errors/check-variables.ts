import {
  type GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { badUserInput, isBadUserInput } from './bad-user-input.js';

// Other keys are not repeated in messages, because the sender controls their length and content.
const SHOWABLE_NAME = /^[_A-Za-z]\w{0,63}$/;

interface Problem {
  readonly path: readonly string[];
  readonly rule: string;
}

/**
 * Checks the variables of an operation. Each problem names its field but never a value.
 *
 * graphql-js repeats these checks during execution, but its messages contain the value, which a hostile client can make
 * look like the rest of the sentence. Here the path is known separately.
 */
export function checkVariables({
  schema,
  operation,
  variables,
  maxErrors,
}: {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly maxErrors: number;
}): GraphQLError[] {
  const errors: GraphQLError[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    const isGiven = Object.hasOwn(variables, name);
    if (!isInputType(type) || (!isGiven && definition.defaultValue !== undefined)) continue;
    for (const { path, rule } of problemsOf(type, isGiven ? variables[name] : undefined, [name])) {
      errors.push(badUserInput(rule, path, definition));
      if (errors.length === maxErrors) return errors;
    }
  }
  return errors;
}

function* problemsOf(type: GraphQLInputType, value: unknown, path: readonly string[]): Generator<Problem> {
  if (isNonNullType(type)) {
    if (value === undefined) yield { path, rule: 'is required' };
    else if (value === null) yield { path, rule: 'must not be null' };
    else yield* problemsOf(type.ofType, value, path);
  } else if (value === undefined || value === null) {
    return;
  } else if (isListType(type)) {
    // In GraphQL a single value may stand for a list with one item.
    if (!Array.isArray(value)) yield* problemsOf(type.ofType, value, path);
    else for (const [index, item] of value.entries()) yield* problemsOf(type.ofType, item, [...path, String(index)]);
  } else if (isInputObjectType(type)) {
    yield* problemsOfObject(type, value, path);
  } else {
    const rule = refusalOf(() => type.parseValue(value), `must be a value of type ${type.name}`);
    if (rule !== null) yield { path, rule };
  }
}

function* problemsOfObject(type: GraphQLInputObjectType, value: object, path: readonly string[]): Generator<Problem> {
  if (typeof value !== 'object' || Array.isArray(value)) {
    yield { path, rule: 'must be an object' };
    return;
  }
  const fields = type.getFields();
  const given = new Map<string, unknown>(Object.entries(value));
  for (const field of Object.values(fields)) {
    const item = given.get(field.name);
    if (item !== undefined || isRequiredInputField(field)) yield* problemsOf(field.type, item, [...path, field.name]);
  }
  for (const key of given.keys()) {
    if (Object.hasOwn(fields, key)) continue;
    if (SHOWABLE_NAME.test(key)) yield { path: [...path, key], rule: `is not a field of ${type.name}` };
    else yield { path, rule: `has a field that is not of ${type.name}` };
  }
  if (type.isOneOf && [...given.values()].filter((item) => item !== undefined && item !== null).length !== 1) {
    yield { path, rule: 'must have exactly one field' };
  }
}

function refusalOf(parse: () => unknown, otherwise: string): string | null {
  try {
    return parse() === undefined ? otherwise : null;
  } catch (error) {
    // Messages from built-in scalars and enums repeat the value; our own scalars only state their rule.
    return isBadUserInput(error) ? error.message : otherwise;
  }
}
