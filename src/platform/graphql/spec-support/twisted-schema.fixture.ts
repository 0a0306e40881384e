import fc from 'fast-check';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLSchema,
  isObjectType,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { GraphqlContext } from '../request-context.js';
import { type Resolver, wrapResolver } from '../execution/raw-resolver.js';

const SDL = `
  enum Colour { RED GREEN }
  type Query { node(id: ID, depth: Int = 1): Node, sure: Node!, nodes(first: Int!): [Node!]!, maybe: [Node], count: Int! }
  type Subscription { node(id: ID, depth: Int = 1): Node, sure: Node!, nodes(first: Int!): [Node!]!, maybe: [Node], count: Int! }
  interface Part { id: ID!, size: Int }
  type Near implements Part { id: ID!, size: Int, near: Node }
  type Far implements Part { id: ID!, size: Int, sure: Int! }
  type Node {
    id: ID!, name: String, size: Int, sure: Int!, share: Float, isOn: Boolean, colour: Colour, tags: [String!], grid: [[Int!]!]
    next: Node, last: Node!, children: [Node!], late: Node, named(prefix: String = "x", upper: Boolean): String, parts: [Part!]
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
const PARTS = [
  'parts { id }',
  'parts { __typename size ... on Far { sure } }',
  'parts { ... on Near { id near { name } } }',
];

// Deep enough for objects in lists within objects.
const DEPTH = 3;

const { selection } = fc.letrec<{ selection: string }>((tie) => ({
  selection: fc
    .array(
      fc.oneof(
        { depthSize: 'small', maxDepth: DEPTH },
        fc.constantFrom(...LEAVES, ...NAMED.map((field, at) => `n${at}: ${field}`), 'again: id', '__proto__: name'),
        fc.constantFrom(...LEAVES).map((field) => `... on Node { ${field} }`),
        fc.constantFrom('...Part', '__typename', 'id @include(if: $flag)'),
        fc.constantFrom(...PARTS.map((field, at) => `p${at}: ${field}`)),
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

const documentOf = (kind: string, roots: readonly string[], part: string): string => {
  const aliased = roots.map((field, at) => `r${at}: ${field}`).join(' ');
  return `${kind} Q($id: ID, $text: String, $flag: Boolean = true, $size: Int = 2) { ${aliased} } fragment Part on Node ${part.replaceAll('...Part', 'id')}`;
};

const rootOrCount = fc.oneof(root, fc.constant('count'), fc.constant('__typename'));

export const queries = fc
  .tuple(fc.array(rootOrCount, { minLength: 1, maxLength: 3 }), selection)
  .map(([roots, part]) => documentOf('query', roots, part));

export const subscriptions = fc.tuple(root, selection).map(([one, part]) => documentOf('subscription', [one], part));

export const variables = fc.record(
  {
    id: fc.option(fc.string({ maxLength: 3 })),
    text: fc.option(fc.string({ maxLength: 4 })),
    flag: fc.boolean(),
    size: fc.integer({ min: 0, max: 3 }),
  },
  { requiredKeys: [] },
);

const kindsOf = (...kinds: readonly string[]) =>
  // Most results must be ordinary, because otherwise no response would get deep.
  fc.array(fc.constantFrom(...Array.from({ length: 8 }, () => 'right'), ...kinds), { minLength: 5, maxLength: 40 });

/**
 * Three sets of results for resolvers. Rejected promises are in a set of their own: graphql-js leaves them unhandled
 * when it abandons a list because of another error.
 */
export const twists = [
  ['of an ordinary answer', fc.array(fc.constantFrom('right', 'late', 'late items'), { minLength: 1, maxLength: 10 })],
  ['with nulls, errors and odd values in it', kindsOf('null', 'error', 'thrown', 'odd')],
  ['with promises that are kept, null or broken', kindsOf('late', 'late', 'late items', 'late null', 'rejected')],
] as const;

const RIGHT: Readonly<Record<string, readonly unknown[]>> = {
  id: ['i1', 7, '"', '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'],
  name: ['a "name"', '', '\\', '\u0000\u001f\n', '\u007f\u2028', 'é', '😀', '\ud800', 'x\udc00y'],
  size: [7, 0, -0, -2_147_483_648, true],
  sure: [1],
  share: [0.5, -0, 1e21, 1e-7, 5e-324, '0.25'],
  isOn: [false, true, 1],
  colour: ['RED', 'GREEN'],
  tags: [['t', '"'], []],
  grid: [[[1, 2], []], []],
  count: [3],
};

// Documents with an unused fragment or variable are executed nevertheless.
const RULES = specifiedRules.filter((rule) => rule !== NoUnusedVariablesRule && rule !== NoUnusedFragmentsRule);

/** @throws Error if the document is invalid */
export function parseValid(schema: GraphQLSchema, document: string) {
  const parsed = parse(document);
  expect(validate(schema, parsed, RULES)).toEqual([]);
  return parsed;
}

function twisted(kind: string, right: () => unknown): unknown {
  switch (kind) {
    case 'late':
      return Promise.resolve().then(right);
    case 'late items':
      return itemsLater(right());
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

function itemsLater(value: unknown): unknown {
  return Array.isArray(value) ? value.map((item) => Promise.resolve(itemsLater(item))) : value;
}

/**
 * A schema whose resolvers return odd results. The result depends only on the field's position in the document, so it
 * is the same for every executor.
 * @param asked receives the key of each root field that is resolved
 */
export function twistedSchema(kinds: readonly string[], asked: string[] = []): GraphQLSchema {
  const schema = buildSchema(SDL);
  (schema.getType('Part') as GraphQLInterfaceType).resolveType = ({ place }: { place: string }) =>
    hash(place) % 2 === 0 ? 'Near' : 'Far';
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()) as GraphQLField<unknown, GraphqlContext>[]) {
      field.resolve = resolverOf(type.name, field.name, (place) => kinds[hash(place) % kinds.length] ?? 'right', asked);
      const raw = field.resolve;
      if (type.name !== 'Query') wrapResolver(field, (...given) => raw(...given));
    }
  }
  return schema;
}

function resolverOf(type: string, name: string, kindAt: (place: string) => string, asked: string[]): Resolver {
  const node = (place: string): object => ({ place });
  const valueAt = (place: string, args: Readonly<Record<string, unknown>>): unknown => {
    if (name === 'named') return JSON.stringify(args);
    const values = RIGHT[name];
    if (values) return values[hash(place) % values.length];
    if (['children', 'nodes', 'maybe', 'parts'].includes(name)) return [node(`${place}.0`), node(`${place}.1`)];
    return node(place);
  };
  if (type === 'Query' || type === 'Subscription') {
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

/**
 * Converts a response to text for comparison. Errors of siblings are sorted, because their order depends on which
 * promise settles first, and no client may rely on it.
 */
export function toText({ data, errors }: { data?: unknown; errors?: readonly unknown[] }): string {
  return JSON.stringify({ errors: errors?.map((error) => JSON.stringify(error)).toSorted(), data });
}
