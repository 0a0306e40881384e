import { getIntrospectionQuery } from 'graphql';
import { MetricsRegistry } from '../observability/metrics-registry.js';
import { ToyDesk } from './spec-support/toy-desk.js';
import { SECRET } from './spec-support/toy.module.js';
import type { GraphqlAnswer, ToySocket } from './spec-support/toy-socket.js';

const repeat = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join(' ');
const nested = (levels: number): string => (levels === 0 ? 'id' : `parent { ${nested(levels - 1)} }`);
const doubling = repeat(9, (n) => `fragment F${n} on Toy { ...F${n + 1} parent { ...F${n + 1} } }`);

interface Verdict {
  readonly title: string;
  readonly document: string;
  readonly variables?: Record<string, unknown>;
  readonly code?: string;
  readonly message: RegExp;
  readonly field?: string;
}

const refused: Verdict[] = [
  { title: 'nine levels', document: `{ toy(id: 1) { ${nested(8)} } }`, message: /depth limit of 8 exceeded/ },
  {
    title: 'nine levels in a fragment',
    document: `{ toy(id: 1) { ...F } } fragment F on Toy { ${nested(8)} }`,
    message: /depth limit of 8/,
  },
  { title: '16 aliases', document: `{ ${repeat(16, (n) => `a${n}: number`)} }`, message: /Aliases limit of 15/ },
  { title: '500 times the same field', document: `{ toy(id: 1) { ${'id '.repeat(500)} } }`, message: /300 fields/ },
  {
    title: 'fragments that double nine times',
    document: `{ toy(id: 1) { ...F0 } } ${doubling} fragment F9 on Toy { id }`,
    message: /more than 300 fields/,
  },
  {
    title: 'a cycle of fragments',
    document: '{ toy(id: 1) { ...A } } fragment A on Toy { parent { ...B } } fragment B on Toy { parent { ...A } }',
    message: /Cannot spread fragment "A" within itself/,
  },
  {
    title: 'a fragment that spreads itself at the root',
    document: '{ ...A } fragment A on Query { ...A }',
    message: /Cannot spread fragment "A" within itself/,
  },
  {
    title: '21 directives',
    document: `{ ${'number @skip(if: false) '.repeat(21)} }`,
    message: /Directives limit of 20/,
  },
  {
    title: '60 directives of one field',
    document: `{ number ${'@x '.repeat(60)} }`,
    message: /Directives limit of 20/,
  },
  { title: '11 root fields', document: `{ ${'number '.repeat(11)} }`, message: /more than 10 fields at its root/ },
  {
    title: 'the same mutation under two aliases',
    document:
      'mutation { a: createToy(input: { amount: "1" }) { id } ...M } fragment M on Mutation { b: createToy(input: { amount: "1" }) { id } }',
    message: /"createToy" only once/,
  },
  {
    title: 'a page of 100 with 200 fields a node',
    document: `{ toys(first: 100) { edges { node { ${'id '.repeat(200)} } } } }`,
    message: /Cost limit of 20000 exceeded/,
  },
  {
    title: '1,001 tokens',
    document: `{ ${'number '.repeat(999)} }`,
    code: 'GRAPHQL_PARSE_FAILED',
    message: /1000 tokens/,
  },
  {
    title: 'no GraphQL',
    document: `{ toy(id: "${SECRET}`,
    code: 'GRAPHQL_PARSE_FAILED',
    message: /^The document is not/,
  },
  {
    title: 'a value out of place',
    document: `{ "${SECRET}" }`,
    code: 'GRAPHQL_PARSE_FAILED',
    message: /^The document is not/,
  },
  { title: 'introspection', document: '{ __schema { types { name } } }', message: /introspection/ },
  { title: 'introspection of a type', document: '{ __type(name: "Toy") { name } }', message: /introspection/ },
  { title: 'a misspelt field', document: '{ numbr }', message: /^Cannot query field "numbr" on type "Query"\.$/ },
  {
    title: 'a misspelt argument',
    document: '{ number(off: 1) }',
    message: /^Unknown argument "off" on field "Query.number"\.$/,
  },
  { title: 'an undefined variable', document: '{ number(of: $of) }', message: /^Variable "\$of" is not defined/ },
  ...(
    [
      ['of', `{ number(of: "${SECRET}") }`, /must be a value of type Int/],
      ['of', '{ number(of: 5000000000) }', /must be a value of type Int/],
      ['of', `{ number(of: { a: "${SECRET}" }) }`, /must be a value of type Int/],
      ['amount', '{ toy(id: 1, amount: 10.5) { id } }', /must be an exact decimal/],
      ['amount', `{ toy(id: 1, amount: "${SECRET}") { id } }`, /must be an exact decimal/],
      ['id', '{ toy(id: null) { id } }', /must not be null/],
      ['input.amount', 'mutation { createToy(input: {}) { id } }', /is required/],
      ['input.amount', 'mutation { createToy(input: { amount: 5 }) { id } }', /must be an exact decimal/],
      [
        'input.approved',
        'mutation { createToy(input: { amount: "1", approved: true }) { id } }',
        /not a field of CreateToyInput$/,
      ],
      [
        'input.parts.1',
        'mutation { createToy(input: { amount: "1", parts: ["1", 2] }) { id } }',
        /must be an exact decimal/,
      ],
      [
        'input.inner.amount',
        `mutation { createToy(input: { amount: "1", inner: { amount: "${SECRET}" } }) { id } }`,
        /exact/,
      ],
      ['a', `query ($a: Decimal = "${SECRET}") { toy(id: 1, amount: $a) { id } }`, /must be an exact decimal/],
    ] as const
  ).map(([field, document, message]) => ({ title: document, document, code: 'BAD_USER_INPUT', message, field })),
];

const badVariables = (
  [
    ['$a: Decimal', { a: 10.5 }, 'a'],
    ['$a: Decimal!', {}, 'a'],
    ['$a: Decimal', { a: `" at "input.x"; ${SECRET}` }, 'a'],
    ['$a: Decimal', { a: { [`" at "${SECRET}`]: 1 } }, 'a'],
    ['$a: Decimal', { a: [SECRET] }, 'a'],
  ] as const
).map(([definition, variables, field]) => ({ definition, variables, field }));

const summary = (errors: GraphqlAnswer['errors']): string[] =>
  [
    ...new Set((errors ?? []).map(({ extensions: { code, field } }) => `${code} ${field?.join('.') ?? ''}`.trim())),
  ].sort();

describe.each([undefined, 'production', 'test'])('both transports with NODE_ENV %s', (nodeEnv) => {
  let desk: ToyDesk;
  let socket: ToySocket;
  const env = jest.replaceProperty(process, 'env', nodeEnv === undefined ? {} : { NODE_ENV: nodeEnv });

  beforeAll(async () => {
    env.replaceValue(nodeEnv === undefined ? {} : { NODE_ENV: nodeEnv });
    desk = await ToyDesk.start({ subscriptions: { maxMessagesPerSecond: 1_000 } });
    socket = await desk.connected();
  });
  afterAll(async () => {
    await desk.stop();
    env.restore();
  });

  it.each(refused)('reject $title', async ({ document, code = 'GRAPHQL_VALIDATION_FAILED', message, field }) => {
    const answer = await desk.query(document);
    const overSocket = await socket.refusal(document);
    expect(answer.status).toBe(400);
    expect(answer.data).toBeUndefined();
    expect(summary(answer.errors)).toContain([code, field].filter(Boolean).join(' '));
    expect(summary(overSocket)).toEqual(summary(answer.errors));
    expect(answer.errors!.map((error) => error.message)).toContainEqual(expect.stringMatching(message));
    expect(JSON.stringify([answer, overSocket])).not.toMatch(/Did you mean|stack|\bat \/|4111/);
  });

  it.each(badVariables)('reject the variables $variables for $definition', async ({ definition, variables, field }) => {
    const answer = await desk.query(`query (${definition}) { toy(id: 1, amount: $a) { id } }`, variables);
    const overSocket = await socket.refusal(`subscription (${definition}) { ticks(amount: $a) }`, variables);
    expect(answer.status).toBe(400);
    expect(summary(answer.errors)).toEqual([`BAD_USER_INPUT ${field}`]);
    expect(overSocket).toMatchObject(answer.errors!.map(({ message, extensions }) => ({ message, extensions })));
    expect(JSON.stringify([answer, overSocket])).not.toMatch(/4111|input\.x/);
  });

  it('mask an error that a resolver throws, count it, and log it under the error id in the response', async () => {
    const metrics = desk.app.get(MetricsRegistry, { strict: false });
    const counted = async (): Promise<number> =>
      Number((await metrics.getSingleMetricAsString('purser_operations_failed_total')).split(' ').at(-1));
    const before = await counted();
    const { errors, status } = await desk.query('{ boom }');
    socket.subscribe('boom', 'subscription { booms }');
    const { payload } = await socket.next();
    await socket.next();
    const overSocket = (payload as GraphqlAnswer).errors;
    expect(status).toBe(200);
    for (const shown of [errors, overSocket]) {
      expect(shown).toMatchObject([
        { message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } },
      ]);
    }
    const ids = [errors, overSocket].map((shown) => shown![0]!.extensions.errorId);
    expect(desk.faults.map((fault) => fault['errorId'])).toEqual(ids);
    expect(await counted()).toBe(before + ids.length);
    expect(desk.faults[0]).toMatchObject({ path: 'boom', sqlState: '23505', constraint: 'uq_toys' });
    expect(JSON.stringify([errors, overSocket, desk.faults.map((fault) => Object.values(fault))])).not.toContain(
      SECRET,
    );
  });

  it('both transports serve no page to a browser', async () => {
    const { text } = await desk.send({ method: 'GET', headers: { accept: 'text/html' } });
    expect(text).not.toMatch(/<html/i);
  });
});

describe('a query within the limits', () => {
  let desk: ToyDesk;
  beforeAll(async () => {
    desk = await ToyDesk.start({ env: { GRAPHQL_INTROSPECTION: 'true' } });
  });
  afterAll(() => desk.stop());

  it('a query within the limits can read the whole schema if introspection is on, as GraphiQL does', async () => {
    const { data, errors } = await desk.query(getIntrospectionQuery({ inputValueDeprecation: true, oneOf: true }));
    expect(errors).toBeUndefined();
    const { types } = data!['__schema'] as { types: { name: string }[] };
    expect(types.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ToyConnection', 'ToyEdge', 'PageInfo', 'Decimal']),
    );
    expect(types.map(({ name }) => name)).not.toContain('Float');
  });

  it('returns its page, and the rows are counted only if the query selects the count', async () => {
    const page = await desk.query(
      '{ toys(first: 2, name: "x") { edges { cursor node { id } } pageInfo { hasNextPage endCursor } } }',
    );
    const { edges, pageInfo } = page.data!['toys'] as {
      edges: unknown[];
      pageInfo: { hasNextPage: boolean; endCursor: string };
    };
    expect([edges.length, pageInfo.hasNextPage]).toEqual([2, true]);
    const rest = await desk.query(
      'query ($c: String) { toys(first: 2, after: $c) { totalCount edges { node { id } } nodes { id } } }',
      {
        c: pageInfo.endCursor,
      },
    );
    // The toy resolver returns how often it has counted.
    expect(rest.data!['toys']).toEqual({
      totalCount: 1,
      edges: [{ node: { id: '00000000-0000-7000-8000-000000000003' } }],
      nodes: [{ id: '00000000-0000-7000-8000-000000000003' }],
    });
  });

  it('returns a business error as data, with its code and field', async () => {
    const refusal = '... on UserError { message field } code __typename';
    const { data, errors } = await desk.query(`mutation { renameToy { toy { id } userErrors { ${refusal} } } }`);
    expect(errors).toBeUndefined();
    expect(data!['renameToy']).toEqual({
      toy: null,
      userErrors: [
        {
          message: 'Another toy has this name.',
          field: ['name'],
          code: 'NAME_TAKEN',
          __typename: 'RenameToyUserError',
        },
      ],
    });
  });

  it('names an invalid paging argument in the error', async () => {
    const { errors } = await desk.query('{ toys(first: 101) { totalCount } }');
    expect(errors).toMatchObject([
      { message: 'first must be from 1 to 100', extensions: { code: 'BAD_USER_INPUT', field: ['first'] } },
    ]);
  });

  it('returns an error if a variable is null for a non-null argument', async () => {
    const { errors } = await desk.query('query ($id: ID = "1") { toy(id: $id) { id } }', { id: null });
    expect(summary(errors)).toEqual(['BAD_USER_INPUT']);
  });
});
