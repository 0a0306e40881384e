import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
} from 'graphql';
import { type RootField, rootFieldsOf, scalarValue } from '../support/operations.js';

interface Leaf {
  /** The operation and the path to the value, such as `createOrder.input.customer.city`. */
  readonly name: string;
  readonly document: string;
  /** Returns variables with a value in this place. */
  readonly variables: (value: unknown) => Readonly<Record<string, unknown>>;
  readonly isList: boolean;
}

/** Returns every place in the variables of these operations where a client may write a text. */
export function leavesOf(schema: GraphQLSchema, kinds: readonly RootField['kind'][]): Leaf[] {
  return rootFieldsOf(schema)
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap(leavesOfOperation);
}

function leavesOfOperation({ kind, field }: RootField): Leaf[] {
  const declared = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const given = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  const document = `${kind} (${declared}) { ${field.name}(${given}) ${selection} }`;
  const required = Object.fromEntries(
    field.args.filter(isRequiredArgument).map((arg) => [arg.name, valueOf(arg.type)]),
  );
  return field.args.flatMap((arg) =>
    placesIn(arg, []).map(({ path, isList }) => ({
      name: [field.name, ...path].join('.'),
      document,
      variables: (value: unknown) => put(required, path, { value, holders: typesOn(arg) }) as Record<string, unknown>,
      isList,
    })),
  );
}

interface Place {
  readonly path: readonly string[];
  readonly isList: boolean;
}

function placesIn(input: GraphQLArgument | GraphQLInputField, above: readonly string[]): Place[] {
  const path = [...above, input.name];
  const type = getNamedType(input.type);
  if (isInputObjectType(type)) return Object.values(type.getFields()).flatMap((field) => placesIn(field, path));
  if (!isScalarType(type) || ['Int', 'Boolean'].includes(type.name)) return [];
  return [{ path, isList: hasList(input.type) }];
}

function hasList(type: GraphQLInputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}

function typesOn(arg: GraphQLArgument): (path: readonly string[]) => unknown {
  return (path) => {
    let type = getNamedType(arg.type);
    for (const name of path.slice(1)) if (isInputObjectType(type)) type = getNamedType(type.getFields()[name]!.type);
    return isInputObjectType(type) ? valueOf(type) : {};
  };
}

/** Returns a copy of an input with a value at a path, and whatever is required along the path. */
function put(
  input: unknown,
  path: readonly string[],
  about: { readonly value: unknown; readonly holders: (path: readonly string[]) => unknown },
  at = 0,
): unknown {
  const name = path[at];
  if (name === undefined) return about.value;
  const holder = (input ?? about.holders(path.slice(0, at))) as Record<string, unknown>;
  return { ...holder, [name]: put(holder[name], path, about, at + 1) };
}

function valueOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return valueOf(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(fields.map((field) => [field.name, valueOf(field.type)]));
  }
  return scalarValue(type.name);
}
