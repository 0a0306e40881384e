import fc from 'fast-check';
import {
  buildSchema,
  execute,
  type GraphQLField,
  type GraphQLSchema,
  isObjectType,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { GraphqlContext } from '../request-context.js';
import { planOperation } from './operation-plan.js';
import { type Resolver, wrapResolver } from './raw-resolver.js';
import { RootResults } from './root-results.js';
import { runPlan } from './run-plan.js';

const SDL = `
  enum Colour { RED GREEN }
  type Query { node(id: ID, depth: Int = 1): Node, sure: Node!, nodes(first: Int!): [Node!]!, maybe: [Node], count: Int! }
  type Node {
    id: ID!, name: String, size: Int, sure: Int!, share: Float, isOn: Boolean, colour: Colour, tags: [String!], grid: [[Int!]!]
    next: Node, last: Node!, children: [Node!], late: Node, named(prefix: String = "x", upper: Boolean): String
  }`;

const LEAVES = ['id', 'name', 'size', 'sure', 'share', 'isOn', 'colour', 'tags', 'grid'];
const OBJECTS = ['next', 'last', 'children', 'late'];
const NAMED = [
  'named',
  'named(prefix: "a")',
  'named(upper: true)',
  'named(prefix: $text, upper: $flag)',
  'named(prefix: null)',
];

// Deep enough for objects in lists in objects.
const DEPTH = 3;

const { selection } = fc.letrec<{ selection: string }>((tie) => ({
  selection: fc
    .array(
      fc.oneof(
        { depthSize: 'small', maxDepth: DEPTH },
        fc.constantFrom(...LEAVES, ...NAMED.map((field, at) => `n${at}: ${field}`), 'again: id'),
        fc.constantFrom(...LEAVES).map((field) => `... on Node { ${field} }`),
        fc.constantFrom('...Part', '__typename', 'id @include(if: $flag)'),
        fc.tuple(fc.constantFrom(...OBJECTS), tie('selection')).map(([field, part]) => `${field} ${part}`),
      ),
      { minLength: 1, maxLength: 6 },
    )
    .map((parts) => `{ ${parts.join(' ')} }`),
}));

const root = fc
  .constantFrom(
    'node',
    'node(id: $id)',
    'node(depth: $size)',
    'sure',
    'nodes(first: $size)',
    'nodes(first: 2)',
    'maybe',
  )
  .chain((field) => selection.map((part) => `${field} ${part}`));

const documents = fc
  .tuple(fc.array(fc.oneof(root, fc.constant('count')), { minLength: 1, maxLength: 3 }), selection)
  .map(([roots, part]) => {
    const aliased = roots.map((field, at) => `r${at}: ${field}`).join(' ');
    return `query Q($id: ID, $text: String, $flag: Boolean = true, $size: Int = 2) { ${aliased} } fragment Part on Node ${part.replaceAll('...Part', 'id')}`;
  });

const kindsOf = (...kinds: readonly string[]) =>
  // Mostly what is right, or no answer would be deep.
  fc.array(fc.constantFrom(...Array.from({ length: 8 }, () => 'right'), ...kinds), { minLength: 5, maxLength: 40 });

// Apart, since graphql-js leaves promises to nobody when it gives up a list at once.
const twistedAtOnce = kindsOf('null', 'error', 'thrown', 'odd');
const twistedLate = kindsOf('late', 'late', 'late null', 'rejected');

const calm = fc.array(fc.constantFrom('right', 'late'), { minLength: 1, maxLength: 10 });

const RIGHT: Readonly<Record<string, unknown>> = {
  ...{ id: 'i1', name: 'a "name"', size: 7, sure: 1, share: 0.5, isOn: false, colour: 'RED', tags: ['t', 'u'] },
  ...{ grid: [[1], []], count: 3 },
};

// A document that leaves its fragment or a variable unused runs all the same.
const RULES = specifiedRules.filter((rule) => rule !== NoUnusedVariablesRule && rule !== NoUnusedFragmentsRule);

const CONTEXT = { caller: null, requestId: 'r', transport: 'http', clientAddress: '::1' } as const;

function twisted(kind: string, right: () => unknown): unknown {
  switch (kind) {
    case 'late':
      return Promise.resolve().then(right);
    case 'late null':
      return Promise.resolve(null);
    case 'null':
      return null;
    case 'error':
      return new Error('given');
    case 'rejected':
      return Promise.reject(new Error('rejected'));
    case 'thrown':
      throw new Error('thrown');
    case 'odd':
      return Symbol.for('odd');
    default:
      return right();
  }
}

/** The schema with resolvers that twist what they give by place, so that it is the same whoever asks, and when. */
function schemaOf(kinds: readonly string[], asked: string[]): GraphQLSchema {
  const schema = buildSchema(SDL);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()) as GraphQLField<unknown, GraphqlContext>[]) {
      field.resolve = resolverOf(type.name, field.name, (place) => kinds[hash(place) % kinds.length] ?? 'right', asked);
      const raw = field.resolve;
      if (type.name === 'Node') wrapResolver(field, (...given) => raw(...given));
    }
  }
  return schema;
}

function resolverOf(type: string, name: string, kindAt: (place: string) => string, asked: string[]): Resolver {
  const node = (place: string): object => ({ place });
  const valueAt = (place: string, args: Readonly<Record<string, unknown>>): unknown => {
    if (name === 'named') return JSON.stringify(args);
    if (name in RIGHT) return RIGHT[name];
    if (['children', 'nodes', 'maybe'].includes(name)) return [node(`${place}.0`), node(`${place}.1`)];
    return node(place);
  };
  if (type === 'Query') {
    return (_source, args, _context, info) => {
      asked.push(String(info.path.key));
      const place = `${info.path.key}.${name}`;
      return twisted(kindAt(place), () => valueAt(place, args as Readonly<Record<string, unknown>>));
    };
  }
  const at = (source: unknown): string => `${(source as { place: string }).place}.${name}`;
  if (name !== 'named') return (source: unknown) => twisted(kindAt(at(source)), () => valueAt(at(source), {}));
  return (source, args, _context, info) =>
    twisted(kindAt(at(source)), () => `${info.fieldName} ${JSON.stringify(args)} ${JSON.stringify(info.path.key)}`);
}

function hash(text: string): number {
  return Array.from(text).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
}

async function planned(document: string, kinds: readonly string[], variables: Record<string, unknown>) {
  const asked: string[] = [];
  const roots = new RootResults();
  const schema = roots.giveBack(schemaOf(kinds, asked));
  const ast = parse(document);
  const plan = planOperation(schema, ast, undefined);
  const context: GraphqlContext = { ...CONTEXT };
  const onRoot = (key: string, outcome: () => unknown): void => {
    roots.keep(context, key, outcome);
  };
  const data = plan && (await runPlan(plan, { schema, context, variables, onRoot }));
  const answer = data
    ? { data }
    : await execute({ schema, document: ast, contextValue: context, variableValues: variables });
  return { isPlanned: data !== null, text: JSON.stringify(inOrder(answer)), asked };
}

async function plain(document: string, kinds: readonly string[], variables: Record<string, unknown>) {
  const asked: string[] = [];
  const schema = schemaOf(kinds, asked);
  const ast = parse(document);
  expect(validate(schema, ast, RULES)).toEqual([]);
  const answer = await execute({ schema, document: ast, contextValue: { ...CONTEXT }, variableValues: variables });
  return { text: JSON.stringify(inOrder(answer)), asked };
}

/** Errors beside each other come in the order in which promises are kept, which no client may rely on. */
function inOrder({ data, errors }: { data?: unknown; errors?: readonly unknown[] }) {
  return { errors: errors?.map((error) => JSON.stringify(error)).toSorted(), data };
}

const variables = fc.record(
  {
    id: fc.option(fc.string({ maxLength: 3 })),
    text: fc.option(fc.string({ maxLength: 4 })),
    flag: fc.boolean(),
    size: fc.integer({ min: 0, max: 3 }),
  },
  { requiredKeys: [] },
);

// The same two hundred on every machine.
const RUN = { numRuns: 200, seed: 20_261_123 };

describe('planned queries', () => {
  it.each([
    ['of an ordinary answer', calm],
    ['with nulls, errors and odd values in it', twistedAtOnce],
    ['with promises that are kept, null or broken', twistedLate],
  ])("a response %s equals graphql-js's, and resolves each root field once", async (_, kinds) => {
    let timesPlanned = 0;
    await fc.assert(
      fc.asyncProperty(documents, kinds, variables, async (document, these, values) => {
        const ours = await planned(document, these, values);
        const theirs = await plain(document, these, values);
        expect(ours.text).toBe(theirs.text);
        expect(ours.asked.toSorted()).toEqual(theirs.asked.toSorted());
        if (ours.isPlanned) timesPlanned += 1;
      }),
      RUN,
    );
    // Or the comparison would be one of graphql-js with itself.
    expect(timesPlanned).toBeGreaterThan(20);
  });

  it.each([
    ['mutation { a }', 'type Query { a: Int } type Mutation { a: Int }'],
    ['{ a { b } }', 'type Query { a: I } interface I { b: Int }'],
    ['{ __schema { description } }', 'type Query { a: Int }'],
    ['{ __proto__: a }', 'type Query { a: Int }'],
    ['{ a @skip(if: false) }', 'type Query { a: Int }'],
  ])('no plan is made of %s', (document, sdl) => {
    expect(planOperation(buildSchema(sdl), parse(document), undefined)).toBeNull();
  });
});
