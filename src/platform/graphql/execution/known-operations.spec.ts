import { buildSchema, parse } from 'graphql';
import type { Config } from '../../config/config.js';
import { KnownOperations } from './known-operations.js';

const schema = buildSchema('type Query { a: Int b: Int } type Mutation { pay: Int }');

const operationsWith = (usesPlans: boolean): KnownOperations =>
  new KnownOperations({ graphql: { usesPlans } } as unknown as Config);

const learn = (operations: KnownOperations, source: string, operationName?: string) =>
  operations.learn({ source, operationName }, { schema, document: parse(source), hash: 'hash' });

describe('known operations', () => {
  it('known operations are found by the document and the operation name that they were learned with', () => {
    const operations = operationsWith(true);
    const source = 'query A { a } query B { a b }';
    const known = learn(operations, source, 'B');
    expect(known).toMatchObject({ rootField: 'several', place: 'PRIMARY', operation: { name: { value: 'B' } } });
    expect(operations.find({ source, operationName: 'B' })).toBe(known);
    expect(learn(operations, source, 'B')).toBe(known);
    for (const operationName of ['A', undefined]) expect(operations.find({ source, operationName })).toBeUndefined();
    expect(operations.find({ source: `${source} `, operationName: 'B' })).toBeUndefined();
  });

  it('known operations do not include an operation that the document does not contain', () => {
    const operations = operationsWith(true);
    expect(learn(operations, '{ a }', 'C')).toBeNull();
    expect(operations.find({ source: '{ a }', operationName: 'C' })).toBeUndefined();
  });

  it.each([
    ['{ a }', 'a', true],
    ['{ x: b }', 'b', true],
    ['mutation { pay }', 'pay', false],
    ['{ ...F } fragment F on Query { a }', 'several', true],
  ])('count %s under the root field %s, and plan it: %s', (source, rootField, isPlanned) => {
    const known = learn(operationsWith(true), source);
    expect(known?.rootField).toBe(rootField);
    expect(known?.plan !== null).toBe(isPlanned);
  });

  it('known operations are forgotten beyond 256 KiB of text, the least recently used first', () => {
    const operations = operationsWith(true);
    const texts = Array.from({ length: 40 }, (_, n) => `{ a } #${n} ${'x'.repeat(10_000)}`);
    for (const text of texts) {
      learn(operations, text);
      operations.find({ source: texts[0]!, operationName: undefined });
    }
    const kept = texts.filter((source) => operations.find({ source, operationName: undefined }));
    expect(kept).toEqual([texts[0], ...texts.slice(-25)]);
  });

  it('known operations are neither found nor planned if the setting turns plans off', () => {
    const operations = operationsWith(false);
    expect(learn(operations, '{ a }')?.plan).toBeNull();
    expect(operations.find({ source: '{ a }', operationName: undefined })).toBeUndefined();
  });
});
