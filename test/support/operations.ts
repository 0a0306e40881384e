import { randomUUID } from 'node:crypto';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { LOG_START, toCursor } from '../../src/platform/events/status-change.js';

export interface Operation {
  readonly name: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** The smallest document that runs the operation. It is valid and refers to objects that do not exist. */
  readonly document: string;
  readonly variables: Readonly<Record<string, string>>;
}

const SCALARS: Readonly<Record<string, unknown>> = {
  Decimal: '1.00',
  SignedDecimal: '1.00',
  CurrencyCode: 'EUR',
  DateTime: '2026-01-01T00:00:00Z',
  Int: 1,
  Boolean: true,
};

/** Secrets are accepted only as variables. Each variable is named after its type. */
const SECRETS: Readonly<Record<string, string>> = {
  CardNumber: '4111111111111111',
  CardCvv: '123',
  SmsCode: '123456',
  ApiKeyHalf: 'x',
};

/** One operation: a field of Query, Mutation or Subscription. */
export interface RootField {
  readonly kind: Operation['kind'];
  readonly field: GraphQLField<unknown, unknown>;
}

export function rootFieldsOf(schema: GraphQLSchema): RootField[] {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return (Object.keys(roots) as Operation['kind'][]).flatMap((kind) =>
    Object.values(roots[kind]?.getFields() ?? {}).map((field) => ({ kind, field })),
  );
}

/** Returns every operation of a schema, ready to be sent. */
export function operationsOf(schema: GraphQLSchema): Operation[] {
  return rootFieldsOf(schema).map(toOperation);
}

/** Returns a valid value of a scalar. A scalar without its own rules gets an unknown id. */
export function scalarValue(name: string): unknown {
  return SCALARS[name] ?? SECRETS[name] ?? randomUUID();
}

function toOperation({ kind, field }: RootField): Operation {
  const given = field.args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${literalOf(arg.type)}`);
  // From the start of the log, so that an accepted subscription gets an event immediately.
  if (kind === 'subscription' && field.args.some(({ name }) => name === 'after')) {
    given.push(`after: "${toCursor(LOG_START)}"`);
  }
  const args = given.length > 0 ? `(${given.join(', ')})` : '';
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  const secrets = Object.keys(SECRETS).filter((name) => args.includes(`$${name}`));
  const declared = secrets.length > 0 ? `(${secrets.map((name) => `$${name}: ${name}!`).join(', ')})` : '';
  return {
    name: field.name,
    kind,
    document: `${kind} ${declared} { ${field.name}${args} ${selection} }`,
    variables: Object.fromEntries(secrets.map((name) => [name, SECRETS[name]!])),
  };
}

/** Returns the smallest literal of a type. */
function literalOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]!.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{ ${fields.map((field) => `${field.name}: ${literalOf(field.type)}`).join(', ')} }`;
  }
  if (type.name in SECRETS) return `$${type.name}`;
  return JSON.stringify(scalarValue(type.name));
}
