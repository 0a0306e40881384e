import { setImmediate } from 'node:timers/promises';
import { buildSchema, parse } from 'graphql';
import { TrustedDocuments } from '../documents/trusted-documents.js';
import type { Caller, CallerSession, GraphqlContext } from '../request-context.js';
import type { EventResult } from './event-execution.js';
import { type EventAnswer, SharedExecutions } from './shared-executions.js';
import { type PreparedSubscription, SubscriptionIntake } from './subscription-intake.js';

const SCHEMA = buildSchema(`
  type Query { none: Int }
  type Subscription { toys(after: String, size: Int): Toy }
  type Toy { name(upper: Boolean, like: String): String }`);

const TOYS = 'subscription ($after: String, $upper: Boolean) { toys(after: $after) { name(upper: $upper) } }';

const CALLER: Caller = {
  ...{ id: 'k1', kind: 'API_KEY', name: 'toy', roles: ['VIEWER'], accountIds: [], expiresAt: null, session: null },
  scopes: new Set(['read', 'unmask']),
  secretHash: Buffer.from('one'),
};

const SESSION: CallerSession = {
  ...{ id: 's1', secretHash: Buffer.from('cookie') },
  ...{ usedAt: new Date(1), endsAt: new Date(2) },
};

const CONTEXT: GraphqlContext = { caller: CALLER, requestId: 'r1', transport: 'ws', clientAddress: '192.0.2.1' };

interface Subscriber {
  readonly query?: string;
  readonly variables?: Record<string, unknown>;
  readonly caller?: Partial<Caller> | null;
  readonly context?: Partial<GraphqlContext>;
}

describe('shared executions', () => {
  let carriedOut: number;
  let executions: SharedExecutions;
  let keepFresh: jest.Mock<Promise<void> | void, [Caller]>;
  let intake: SubscriptionIntake;

  beforeEach(() => {
    carriedOut = 0;
    keepFresh = jest.fn<Promise<void> | void, [Caller]>();
    executions = new SharedExecutions(present, keepFresh);
    intake = new SubscriptionIntake({ schema: SCHEMA, rules: [], trustedDocuments: TrustedDocuments.any() });
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  function present(result: EventResult): EventAnswer {
    const text = typeof result === 'string' ? `{"data":${result}}` : JSON.stringify(result);
    return { payload: Buffer.from(text), isUnreadable: false };
  }

  function eventOf(name: string): object {
    const toy = {
      name: ({ upper }: { upper?: boolean }) => {
        carriedOut += 1;
        return upper === true ? name.toUpperCase() : name;
      },
    };
    return { toys: toy };
  }

  function join({ query = TOYS, variables = {}, caller = {}, context = {} }: Subscriber = {}) {
    const prepared = intake.prepare({ query, variables }) as PreparedSubscription;
    const contextValue = { ...CONTEXT, caller: caller && { ...CALLER, ...caller }, ...context };
    return executions.join(prepared, contextValue);
  }

  it.each<[string, Subscriber]>([
    ['make the same request', {}],
    ['started at different cursors', { variables: { after: 'x' } }],
    ['have different request ids', { context: { requestId: 'r2' } }],
    ['have the same scopes in a different order', { caller: { scopes: new Set(['unmask', 'read']) } }],
  ])('execute an event once for two subscribers who %s', async (_, other) => {
    const event = eventOf('bear');
    const [one, two] = [join(), join(other)];
    const answers = await Promise.all([one.answer(event), two.answer(event)]);
    expect(answers[0].payload.toString()).toBe('{"data":{"toys":{"name":"bear"}}}');
    expect(answers[1]).toBe(answers[0]);
    expect(carriedOut).toBe(1);
  });

  it.each<[string, Subscriber]>([
    ['another document', { query: `${TOYS} ` }],
    ['another variable', { variables: { upper: true } }],
    ['a cursor in their document', { query: 'subscription { toys(after: "x") { name } }' }],
    ['another caller', { caller: { id: 'k2' } }],
    ['a person instead of a key', { caller: { kind: 'PERSON' } }],
    ['no caller', { caller: null }],
    ['fewer scopes', { caller: { scopes: new Set(['read']) } }],
    ['other roles', { caller: { roles: [] } }],
    ['a key bound to an account', { caller: { accountIds: ['a1'] } }],
    ['a key that expires', { caller: { expiresAt: new Date(3) } }],
    ['another secret of the key', { caller: { secretHash: Buffer.from('two') } }],
    ['a session', { caller: { session: SESSION } }],
    ['another address', { context: { clientAddress: '192.0.2.2' } }],
  ])('execute an event for each of two subscribers if one has %s', async (_, other) => {
    const event = eventOf('bear');
    const [one, two] = [join(), join(other)];
    await Promise.all([one.answer(event), two.answer(event)]);
    expect(carriedOut).toBe(2);
  });

  it('deliver an event only after its caller was marked as fresh, which happens after reading', async () => {
    let readBefore = 0;
    let isNoted = false;
    keepFresh.mockImplementation(async () => {
      readBefore = carriedOut;
      await setImmediate();
      isNoted = true;
    });
    const event = eventOf('bear');
    const told = [join(), join()].map(async (each) => {
      await each.answer(event);
      return isNoted;
    });
    expect(await Promise.all(told)).toEqual([true, true]);
    expect(readBefore).toBe(1);
    expect(keepFresh.mock.calls).toEqual([[CALLER]]);
  });

  it("still share an event after a subscriber's session was used", async () => {
    const event = eventOf('bear');
    const used = { ...SESSION, usedAt: new Date(5), endsAt: new Date(6) };
    const both = [join({ caller: { session: SESSION } }), join({ caller: { session: used } })];
    for (const each of both) await each.answer(event);
    expect(carriedOut).toBe(1);
  });

  it('execute an event separately for each subscriber who replays it', async () => {
    const [one, two] = [join(), join()];
    await Promise.all([one.answer(eventOf('bear')), two.answer(eventOf('bear'))]);
    expect(carriedOut).toBe(2);
  });

  it('execute an event again for a client that reaches it a second later', async () => {
    const event = eventOf('bear');
    const [quick, slow] = [join(), join()];
    const now = jest.spyOn(performance, 'now').mockReturnValue(5_000);
    await quick.answer(event);
    now.mockReturnValue(5_999);
    await slow.answer(event);
    expect(carriedOut).toBe(1);
    now.mockReturnValue(6_000);
    await slow.answer(event);
    expect(carriedOut).toBe(2);
  });

  it('share an event that is still executing, however long it takes', async () => {
    let finish: (name: string) => void = () => undefined;
    const name = jest.fn(() => new Promise<string>((resolve) => (finish = resolve)));
    const event = { toys: { name } };
    const [quick, slow] = [join(), join()];
    const now = jest.spyOn(performance, 'now').mockReturnValue(5_000);
    const first = quick.answer(event);
    now.mockReturnValue(60_000);
    const second = slow.answer(event);
    finish('bear');
    expect(await second).toBe(await first);
    now.mockReturnValue(60_999);
    await slow.answer(event);
    expect(name).toHaveBeenCalledTimes(1);
    now.mockReturnValue(61_000);
    const last = slow.answer(event);
    finish('bear');
    await last;
    expect(name).toHaveBeenCalledTimes(2);
  });

  it('forget an event when its last subscriber leaves, and not before', async () => {
    const event = eventOf('bear');
    const [one, two] = [join(), join()];
    await one.answer(event);
    one.leave();
    await two.answer(event);
    expect(carriedOut).toBe(1);
    two.leave();
    await join().answer(event);
    expect(carriedOut).toBe(2);
  });

  it.each([
    ['is also used elsewhere', 'subscription ($after: String) { toys(after: $after) { name(like: $after) } }'],
    ['is required', 'subscription ($after: String!) { toys(after: $after) { name } }'],
  ])(
    'shared executions do not share an event between different cursors if the cursor variable %s',
    async (_, query) => {
      const event = eventOf('bear');
      const prepared = intake.prepare({ query, variables: { after: 'x' } }) as PreparedSubscription;
      expect(prepared.events.variables).toEqual({ after: 'x' });
      const [one, two] = [join({ query, variables: { after: 'x' } }), join({ query, variables: { after: 'y' } })];
      await Promise.all([one.answer(event), two.answer(event)]);
      expect(carriedOut).toBe(2);
    },
  );

  it('parse equal documents only once', () => {
    const [one, two] = [0, 1].map(() => (intake.prepare({ query: TOYS }) as PreparedSubscription).args.document);
    expect(two).toBe(one);
    expect(one).toEqual(parse(TOYS));
  });
});
