import fc from 'fast-check';
import { buildSchema, getOperationAST, type GraphQLSchema, parse } from 'graphql';
import { DecimalScalar } from '../scalars/decimal.scalar.js';
import { checkVariables } from './check-variables.js';

const schema = buildSchema(`
  scalar Decimal
  enum Color { RED }
  input Inner { amount: Decimal! tags: [String!] color: Color }
  input Outer { amount: Decimal! size: Int = 1 inner: Inner list: [Inner!] }
  input Choice @oneOf { a: Int b: Int }
  type Query { f(i: Outer, c: Choice, n: Int): Int }
`);
Object.assign(schema.getType('Decimal')!, { parseValue: (value: unknown) => DecimalScalar.parseValue(value) });

function check(definitions: string, variables: Record<string, unknown>, target: GraphQLSchema = schema) {
  const operation = getOperationAST(parse(`query (${definitions}) { f }`))!;
  const errors = checkVariables({ schema: target, operation, variables, maxErrors: 10 });
  return errors.map(({ message, extensions }) => ({ message, field: extensions['field'] as string[] }));
}

const fieldsOf = (definitions: string, variables: Record<string, unknown>): string[] =>
  check(definitions, variables).map(({ field }) => field.join('.'));

describe('checking variables', () => {
  it.each([
    ['$i: Outer!', { i: { amount: '1' } }],
    ['$i: Outer', {}],
    ['$i: Outer', { i: null }],
    ['$n: Int! = 3', {}],
    ['$i: Outer!', { i: { amount: '1', list: { amount: '2', color: 'RED' } } }],
    ['$c: Choice!', { c: { a: 1 } }],
    ['$n: Int', { n: 1, unused: 'x' }],
  ])('accepts the variables %s with the values %j', (definitions, variables) => {
    expect(check(definitions, variables)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['$i: Outer!', {}, ['i']],
    ['$i: Outer!', { i: null }, ['i']],
    ['$i: Outer!', { i: 5 }, ['i']],
    ['$i: Outer!', { i: [] }, ['i']],
    ['$i: Outer!', { i: {} }, ['i.amount']],
    ['$i: Outer!', { i: { amount: null } }, ['i.amount']],
    ['$i: Outer!', { i: { amount: '1', size: 'x' } }, ['i.size']],
    ['$i: Outer!', { i: { amount: '1', approved: true } }, ['i.approved']],
    ['$i: Outer!', { i: { amount: '1', constructor: 1 } }, ['i.constructor']],
    ['$i: Outer!', { i: { amount: '1', inner: { amount: 1.5, color: 'BLUE' } } }, ['i.inner.amount', 'i.inner.color']],
    [
      '$i: Outer!',
      { i: { amount: '1', list: [{ amount: '1' }, null, { amount: '1', tags: ['a', 2] }] } },
      ['i.list.1', 'i.list.2.tags.1'],
    ],
    ['$c: Choice!', { c: { a: 1, b: 2 } }, ['c']],
    ['$c: Choice!', { c: { a: null } }, ['c']],
  ])('rejects the variables %s with the values %j', (definitions, variables, fields) => {
    expect(fieldsOf(definitions, variables)).toEqual(fields);
  });

  it('rejects __proto__ like any other unknown field', () => {
    const variables = JSON.parse('{"i":{"amount":"1","__proto__":{"approved":true}}}') as Record<string, unknown>;
    expect(fieldsOf('$i: Outer!', variables)).toEqual(['i.__proto__']);
  });

  it('reports at most ten errors', () => {
    expect(check('$i: [Int!]', { i: Array.from({ length: 1000 }, () => 'x') })).toHaveLength(10);
  });

  it('never repeats a value, nor a key that is not a valid name, even if they imitate the message', () => {
    const hostile = fc
      .constantFrom('" at "input.x"; ', 'canary', '"; Expected', '\u202ecanary')
      .map((text) => `${text}-canary`);
    fc.assert(
      fc.property(hostile, hostile, (key, value) => {
        const errors = check('$i: Outer!', { i: { amount: value, [key]: value, size: value, inner: value } });
        expect(errors.map(({ field }) => field.join('.'))).toEqual(['i.amount', 'i.size', 'i.inner', 'i']);
        expect(JSON.stringify(errors)).not.toContain('canary');
      }),
    );
  });
});
