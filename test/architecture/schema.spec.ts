import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type IntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  parse,
  printSchema,
} from 'graphql';
import { FRESH_FIELDS, QUERY_PLACES, placeOfQuery } from '../../src/platform/graphql/execution/query-places.js';
import { CALLER_OPERATIONS, OPEN_OPERATIONS } from '../../src/access/scopes/requires.decorator.js';
import { TYPE_SCOPES } from '../../src/access/scopes/type-scopes.js';
import { accessOf, isOpen, isOpenToCallers, objectTypesOf, renderAccessPage, scopeOf } from '../support/access-page.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { expectCommitted } from '../support/generated-file.js';
import { startPurser, type TestPurser } from '../support/purser.js';

describe('GraphQL schema', () => {
  let database: TestDatabase;
  let purser: TestPurser;
  let schema: GraphQLSchema;

  beforeAll(async () => {
    database = await createTestDatabase();
    purser = await startPurser({ DATABASE_URL: database.url });
    const introspection = await purser.api.request<IntrospectionQuery>(getIntrospectionQuery());
    schema = lexicographicSortSchema(buildClientSchema(introspection));
  });

  afterAll(async () => {
    await purser.close();
    await database.drop();
  });

  it('the schema equals the committed one', () => {
    expectCommitted('schema.graphql', `${printSchema(schema)}\n`);
  });

  it('every query, and no other operation, states whether the primary or the standby answers it', () => {
    const queries = Object.keys(schema.getQueryType()?.getFields() ?? {});
    expect(Object.keys(QUERY_PLACES).toSorted()).toEqual(queries.toSorted());
    const fields = objectTypesOf(purser.schema).flatMap((type) =>
      Object.keys(type.getFields()).map((field) => `${type.name}.${field}`),
    );
    expect([...FRESH_FIELDS].filter((field) => !fields.includes(field))).toEqual([]);
  });

  it.each([
    ['{ payouts { nodes { id status } } orders { totalCount } }', 'STANDBY'],
    ['query ($id: ID!) { payouts { totalCount } payout(id: $id) { id } }', 'PRIMARY'],
    ['{ payouts { nodes { ...Acted } } } fragment Acted on Payout { actions { kind } }', 'PRIMARY'],
    [
      '{ payouts { nodes { id @include(if: false) } } ...Gate } fragment Gate on Query { payoutGate { isOpen } }',
      'PRIMARY',
    ],
    ['mutation ($input: RefreshOrderInput!) { refreshOrder(input: $input) { order { id } } }', 'PRIMARY'],
    ['subscription { orderChanged { order { id } } }', 'PRIMARY'],
  ])('the operation %s is read from the %s', (document, place) => {
    expect(placeOfQuery(schema, parse(document))).toBe(place);
  });

  it('every operation, type and field states its scopes, and none is closed to everyone', () => {
    const roots = [purser.schema.getQueryType(), purser.schema.getMutationType(), purser.schema.getSubscriptionType()];
    const operations = roots.flatMap((root) => Object.values(root?.getFields() ?? {}));
    expect(operations.filter((field) => isOpen(field)).map(({ name }) => name)).toEqual(['redeemApiKey']);
    const withoutScope = operations.filter((field) => scopeOf(field) === undefined).map(({ name }) => name);
    expect(withoutScope.toSorted()).toEqual([...CALLER_OPERATIONS, ...OPEN_OPERATIONS].toSorted());
    expect(operations.filter((field) => isOpenToCallers(field)).map(({ name }) => name)).toEqual([
      ...CALLER_OPERATIONS,
    ]);
    const closed = objectTypesOf(purser.schema).flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => !['scopes', 'neutral'].includes(accessOf(field)?.kind ?? 'closed'))
        .map((field) => `${type.name}.${field.name} is not listed in src/access/scopes/type-scopes.ts`),
    );
    expect(closed).toEqual([]);
    const known = new Set(objectTypesOf(purser.schema).map(({ name }) => name));
    expect(Object.keys(TYPE_SCOPES).filter((name) => !known.has(name))).toEqual([]);
  });

  it('whoever may call a mutation may see the objects that it returns', () => {
    const hidden = Object.values(purser.schema.getMutationType()!.getFields()).flatMap((mutation) => {
      const payload = getNamedType(mutation.type) as GraphQLObjectType;
      return Object.values(payload.getFields()).flatMap((field) => {
        const [shown] = Object.values((getNamedType(field.type) as Partial<GraphQLObjectType>).getFields?.() ?? {});
        const access = shown && accessOf(shown);
        const isShown = access?.kind !== 'scopes' || access.anyOf.includes(scopeOf(mutation)!);
        return isShown ? [] : [`${mutation.name} answers ${String(field.type)} and cannot show it`];
      });
    });
    expect(hidden).toEqual([]);
  });

  it('docs/access.md equals the scopes in the schema', () => {
    expectCommitted('docs/access.md', renderAccessPage(purser.schema));
  });

  it('every type, field, argument and enum value has a sentence as its description', () => {
    const undescribed = ownTypes(schema).flatMap(undescribedParts);
    expect(undescribed).toEqual([]);
  });

  it('the schema has no floating-point numbers', () => {
    expect(schema.getType('Float')).toBeUndefined();
  });

  it('every mutation has an input, a payload and typed user errors', () => {
    for (const mutation of Object.values(schema.getMutationType()?.getFields() ?? {})) {
      const name = mutation.name.replace(/^./, (letter) => letter.toUpperCase());
      expect(mutation.args.map((argument) => String(argument.type))).toEqual([`${name}Input!`]);
      expect(String(mutation.type)).toBe(`${name}Payload!`);
      const payload = schema.getType(`${name}Payload`);
      expect(isObjectType(payload) && String(payload.getFields()['userErrors']?.type)).toBe(`[${name}UserError!]!`);
    }
  });
});

function ownTypes(schema: GraphQLSchema): GraphQLNamedType[] {
  return Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
}

function undescribedParts(type: GraphQLNamedType): string[] {
  // The GraphQL specification names the three root types.
  const isRoot = ['Query', 'Mutation', 'Subscription'].includes(type.name);
  const parts: [string, string | null | undefined][] = isRoot ? [] : [[type.name, type.description]];
  if (isEnumType(type))
    for (const value of type.getValues()) parts.push([`${type.name}.${value.name}`, value.description]);
  if (isInputObjectType(type)) {
    for (const field of Object.values(type.getFields())) parts.push([`${type.name}.${field.name}`, field.description]);
  }
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      parts.push([`${type.name}.${field.name}`, field.description]);
      for (const argument of field.args) {
        parts.push([`${type.name}.${field.name}(${argument.name})`, argument.description]);
      }
    }
  }
  return parts.flatMap(([name, description]) => (/^[A-Z"`].*[.]$/s.test(description ?? '') ? [] : [name]));
}
