import { buildSchema, execute, GraphQLObjectType, GraphQLScalarType, parse } from 'graphql';
import type { GraphqlContext } from '../request-context.js';
import { DateTimeScalar } from '../scalars/date-time.scalar.js';
import { DecimalScalar } from '../scalars/decimal.scalar.js';
import { planOperation } from './operation-plan.js';
import { wrapResolver } from './raw-resolver.js';
import { runPlan } from './run-plan.js';

const CONTEXT: GraphqlContext = { caller: null, requestId: 'r', transport: 'http', clientAddress: '::1' };

const later = (value: unknown): Promise<unknown> => Promise.resolve(value);
const broken = (): Promise<unknown> => {
  const promise = Promise.reject(new Error('broken'));
  promise.catch(() => undefined);
  return promise;
};

/** Runs `{ a }`, where the field `a` has the given type and resolves to the given value. */
async function answers(type: string, value: unknown, document = '{ a }') {
  const schema = buildSchema(`scalar Odd scalar Decimal scalar DateTime enum Colour { RED }
    type Node { id: ID, sure: Int! } type Query { a: ${type} }`);
  for (const [name, scalar] of Object.entries({ Decimal: DecimalScalar, DateTime: DateTimeScalar })) {
    const { serialize, extensions } = scalar as GraphQLScalarType;
    Object.assign(schema.getType(name)!, { serialize, extensions });
  }
  const field = (schema.getQueryType() as GraphQLObjectType).getFields()['a']!;
  wrapResolver(field as never, () => value);
  const parsed = parse(document);
  const plan = planOperation(schema, parsed, undefined)!;
  const json = await runPlan(plan, { schema, context: CONTEXT, variables: {} });
  const answer = await execute({ schema, document: parsed, contextValue: CONTEXT });
  return { json, answer };
}

describe('running a plan', () => {
  it.each<[string, unknown]>([
    ['String', 'a "quoted" \\ \n \ud800 text'],
    ['String', 12],
    ['ID', 7],
    ['Int', -0],
    ['Float', 1e21],
    ['Float', 5e-324],
    ['Boolean', false],
    ['Colour', 'RED'],
    ['Decimal', '10.50'],
    ['DateTime', new Date(0)],
    ['DateTime', '2026-07-01 12:00:00.5'],
    ['String', null],
    ['String', undefined],
    ['[[Int]]', [[1, null], [], null]],
    ['[[Int!]!]', [later([1, later(2)]), [later(3)]]],
    // eslint-disable-next-line no-sparse-arrays
    ['[Int]', [, 1]],
  ])('writes a %s with the value %p as graphql-js does', async (type, value) => {
    const { json, answer } = await answers(type, value);
    expect(`{"data":${json}}`).toBe(JSON.stringify(answer));
  });

  it.each(['__proto__: a', 'constructor: a', 'toJSON: a', 'then: a'])('writes the key of %s', async (field) => {
    const { json, answer } = await answers('Int', 1, `{ ${field} b: a }`);
    expect(`{"data":${json}}`).toBe(JSON.stringify(answer));
  });

  it.each<[string, string, unknown]>([
    ['an error', 'Int', new Error('given')],
    ['a rejected promise', 'Int', broken()],
    ['a promise that resolves to an error', 'Int', later(new Error('given'))],
    ['a function', 'String', () => 'called'],
    ['null in a non-null field', 'Int!', null],
    ['a promise of null in a non-null field', 'Int!', later(null)],
    ['null in a list of non-null items', '[Int!]', [1, null]],
    ['a rejected promise in a list', '[Int]', [1, broken()]],
    ['a rejected promise in a list of lists', '[[Int]]', [[1, broken()]]],
    ['an error among objects', '[Node]', [{ id: '1' }, new Error('given')]],
    ['a string that is not a number', 'Int', 'x'],
    ['an infinite number', 'Float', Infinity],
    ['an unknown value of an enum', 'Colour', 'BLUE'],
    ['a number in a Decimal field', 'Decimal', 10.5],
    ['a number in a list field', '[Int]', 1],
    ['an iterable that is not an array', '[Int]', new Set([1])],
    ['an object from a custom scalar', 'Odd', { deep: true }],
    ['a bigint from a custom scalar', 'Odd', 1n],
    ['NaN from a custom scalar', 'Odd', NaN],
  ])('leaves %s to graphql-js', async (_, type, value) => {
    const { json } = await answers(type, value, type.includes('Node') ? '{ a { id } }' : '{ a }');
    expect(json).toBeNull();
  });

  it.each([
    ['an object', 'Node', { sure: null }],
    ['a list', '[Node]', [{ sure: 1 }, { sure: null }]],
    ['a later object', 'Node', later({ sure: null })],
    ['an object with a later field', 'Node', { sure: later(null) }],
  ])('leaves a null in a non-null field of %s to graphql-js', async (_, type, value) => {
    const { json } = await answers(type, value, '{ a { sure } }');
    expect(json).toBeNull();
  });

  it('leaves the root fields after one that throws to graphql-js', async () => {
    const schema = buildSchema('type Query { a: Int, b: Int, c: Int }');
    const ran: string[] = [];
    for (const field of Object.values(schema.getQueryType()!.getFields())) {
      field.resolve = () => {
        ran.push(field.name);
        if (field.name === 'b') throw new Error('thrown');
        return 1;
      };
    }
    const kept = new Map<string, () => unknown>();
    const plan = planOperation(schema, parse('{ a b c }'), undefined)!;
    const onRoot = (key: string, outcome: () => unknown) => kept.set(key, outcome);
    expect(await runPlan(plan, { schema, context: CONTEXT, variables: {}, onRoot })).toBeNull();
    expect(ran).toEqual(['a', 'b']);
    expect(kept.get('a')?.()).toBe(1);
    expect(kept.get('b')).toThrow('thrown');
  });
});
