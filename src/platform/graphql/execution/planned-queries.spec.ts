import fc from 'fast-check';
import { buildSchema, execute, parse } from 'graphql';
import type { GraphqlContext } from '../request-context.js';
import { planOperation } from './operation-plan.js';
import { RootResults } from './root-results.js';
import { runPlan } from './run-plan.js';
import {
  parseValid,
  queries,
  toText,
  twistedSchema,
  twists,
  variables,
} from '../spec-support/twisted-schema.fixture.js';

const CONTEXT = { caller: null, requestId: 'r', transport: 'http', clientAddress: '::1' } as const;

async function planned(query: string, kinds: readonly string[], values: Record<string, unknown>) {
  const asked: string[] = [];
  const roots = new RootResults();
  const schema = roots.giveBack(twistedSchema(kinds, asked));
  const document = parse(query);
  const plan = planOperation(schema, document, undefined);
  const context: GraphqlContext = { ...CONTEXT };
  const onRoot = (key: string, outcome: () => unknown): void => {
    roots.keep(context, key, outcome);
  };
  const json = plan && (await runPlan(plan, { schema, context, variables: values, onRoot }));
  const text =
    json === null
      ? toText(await execute({ schema, document, contextValue: context, variableValues: values }))
      : `{"data":${json}}`;
  return { isPlanned: json !== null, text, asked };
}

async function plain(query: string, kinds: readonly string[], variableValues: Record<string, unknown>) {
  const asked: string[] = [];
  const schema = twistedSchema(kinds, asked);
  const document = parseValid(schema, query);
  const answer = await execute({ schema, document, contextValue: { ...CONTEXT }, variableValues });
  return { text: toText(answer), asked };
}

// Uses a fixed seed, so that every machine tests the same two hundred queries.
const RUN = { numRuns: 200, seed: 20_261_123 };

describe('planned queries', () => {
  it.each(twists)(
    'the response %s is byte for byte that of graphql-js, and each root field is resolved once',
    async (_, kinds) => {
      let timesPlanned = 0;
      await fc.assert(
        fc.asyncProperty(queries, kinds, variables, async (query, these, values) => {
          const ours = await planned(query, these, values);
          const theirs = await plain(query, these, values);
          expect(ours.text).toBe(theirs.text);
          expect(ours.asked.toSorted()).toEqual(theirs.asked.toSorted());
          if (ours.isPlanned) timesPlanned += 1;
        }),
        RUN,
      );
      // Without this check, the test might only compare graphql-js with itself.
      expect(timesPlanned).toBeGreaterThan(20);
    },
  );

  it.each([
    ['mutation { a }', 'type Query { a: Int } type Mutation { a: Int }'],
    ['{ a { b } }', 'type Query { a: I } interface I { b: Int }'],
    ['{ __schema { description } }', 'type Query { a: Int }'],
    ['{ a @skip(if: false) }', 'type Query { a: Int }'],
  ])('planned queries are not made from %s', (document, sdl) => {
    expect(planOperation(buildSchema(sdl), parse(document), undefined)).toBeNull();
  });
});
