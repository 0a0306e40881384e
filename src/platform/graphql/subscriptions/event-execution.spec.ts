import fc from 'fast-check';
import { execute, type GraphQLObjectType } from 'graphql';
import {
  parseValid,
  subscriptions,
  toText,
  twistedSchema,
  twists,
  variables,
} from '../spec-support/twisted-schema.fixture.js';
import type { Caller, GraphqlContext } from '../request-context.js';
import { EventExecution } from './event-execution.js';

const CALLER: Caller = {
  ...{ id: 'k1', kind: 'API_KEY', name: 'toy', roles: [], accountIds: [], expiresAt: null, session: null },
  ...{ scopes: new Set(['read']), secretHash: null },
};

const EVENT = { place: 'event' };

// Uses a fixed seed, so that every machine tests the same two hundred subscriptions.
const RUN = { numRuns: 200, seed: 20_261_127 };

function contextOf(caller: Caller): GraphqlContext {
  return { caller, requestId: 'r', transport: 'ws', clientAddress: '::1' };
}

describe('events', () => {
  it.each(twists)('the payload of an event %s is byte for byte that of graphql-js', async (_, kinds) => {
    let timesPlanned = 0;
    await fc.assert(
      fc.asyncProperty(subscriptions, kinds, variables, async (query, these, values) => {
        const schema = twistedSchema(these);
        const document = parseValid(schema, query);
        const contextValue = contextOf(CALLER);
        const execution = new EventExecution(
          { schema, query, operationName: null, variables: values },
          document,
          CALLER,
        );
        const ours = await execution.execute(EVENT, contextValue);
        const theirs = await execute({ schema, document, contextValue, variableValues: values, rootValue: EVENT });
        expect(typeof ours === 'string' ? `{"data":${ours}}` : toText(ours)).toBe(toText(theirs));
        if (typeof ours === 'string') timesPlanned += 1;
      }),
      RUN,
    );
    expect(timesPlanned).toBeGreaterThan(20);
  });

  it('the payload of an event without promises is returned synchronously', () => {
    const schema = twistedSchema(['right']);
    const query = 'subscription { sure { sure colour } }';
    const operation = { schema, query, operationName: null, variables: {} };
    const execution = new EventExecution(operation, parseValid(schema, query), CALLER);
    expect(execution.execute(EVENT, contextOf(CALLER))).toMatch(/^\{"sure":\{"sure":1,"colour":"\w+"\}\}$/);
  });

  it.each([
    ['is bound to accounts', { ...CALLER, accountIds: ['a1'] }],
    ['lacks the scope of a type', { ...CALLER, scopes: new Set<string>() }],
  ])('graphql-js executes the event if the caller %s', async (_, caller) => {
    const schema = twistedSchema(['right']);
    const node = schema.getType('Node') as GraphQLObjectType;
    node.getFields()['sure']!.extensions = { access: { kind: 'scopes', anyOf: ['read'] } };
    const query = 'subscription { sure { sure } }';
    const operation = { schema, query, operationName: null, variables: {} };
    const execution = new EventExecution(operation, parseValid(schema, query), caller);
    expect(await execution.execute(EVENT, contextOf(caller))).toEqual({ data: { sure: { sure: 1 } } });
  });
});
