import { buildSchema, execute, parse } from 'graphql';
import type { GraphqlContext } from '../../platform/graphql/request-context.js';
import { type RefusedAttempt, RefusedAttempts } from './refused-attempts.js';
import { ScopedSchemaProtector } from './scoped-schema-protector.js';
import type { Scope } from '../scopes/scopes.js';

const noted: RefusedAttempt[] = [];
const refusals = Object.assign(Object.create(RefusedAttempts.prototype) as RefusedAttempts, {
  note: (attempt: RefusedAttempt): void => void noted.push(attempt),
});
const schema = new ScopedSchemaProtector(refusals).protect(
  buildSchema(`
    interface UserError { message: String! }
    type Query { webhookEvent: WebhookEvent!, webhookEvents: WebhookEventConnection!, secrets: Unlisted }
    type Mutation { createOrder: CreateOrderPayload! }
    type WebhookEvent { id: ID!, order: Order }
    type WebhookEventConnection { edges: [WebhookEventEdge!]!, totalCount: Int! }
    type WebhookEventEdge { node: WebhookEvent!, cursor: String! }
    type Order { id: ID! }
    type CreateOrderPayload { order: Order, userErrors: [CreateOrderUserError!]! }
    type CreateOrderUserError implements UserError { message: String! }
    type Unlisted { id: ID }
  `),
);

const EVENT = { id: 'e1', order: { id: 'o1' } };
const ROOT = {
  webhookEvent: EVENT,
  webhookEvents: { edges: [{ node: EVENT, cursor: 'c' }], totalCount: 1 },
  secrets: { id: 's1' },
  createOrder: { order: { id: 'o1' }, userErrors: [{ message: 'm' }] },
};

function ask(document: string, scopes: readonly Scope[]): unknown {
  const contextValue: GraphqlContext = {
    caller: {
      id: 'k1',
      kind: 'API_KEY',
      name: 'k',
      roles: [],
      scopes: new Set(scopes),
      accountIds: [],
      expiresAt: null,
      secretHash: null,
      session: null,
    },
    requestId: 'r1',
    transport: 'http',
    clientAddress: '127.0.0.1',
  };
  return execute({ schema, document: parse(document), rootValue: ROOT, contextValue });
}

describe('guarded fields', () => {
  beforeEach(() => noted.splice(0));

  it("guarded fields are resolved synchronously if the caller has one of the type's scopes", () => {
    expect(ask('{ webhookEvent { id order { id } } }', ['webhooks:read', 'orders:create'])).toEqual({
      data: { webhookEvent: EVENT },
    });
    expect(noted).toEqual([]);
  });

  it("guarded fields are denied if the caller lacks the type's scope, even if another object leads to them", () => {
    expect(ask('{ webhookEvent { id order { id } } }', ['webhooks:read'])).toMatchObject({
      data: { webhookEvent: { id: 'e1', order: null } },
      errors: [{ message: expect.stringContaining('orders:read') as string, extensions: { code: 'FORBIDDEN' } }],
    });
    expect(noted).toMatchObject([{ operation: 'Order.id', facts: { scope: 'orders:read' }, why: 'SCOPE_MISSING' }]);
  });

  it.each(['{ webhookEvents { totalCount } }', '{ webhookEvents { edges { cursor } } }'])(
    'a page has the same access rule as the type it lists: %s',
    (document) => {
      expect(ask(document, ['webhooks:read'])).not.toHaveProperty('errors');
      expect(ask(document, ['orders:read'])).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
    },
  );

  it('a payload may be read without a scope, but the object in it may not', async () => {
    const document = 'mutation { createOrder { order { id } userErrors { message } } }';
    expect(await ask(document, [])).toMatchObject({
      data: { createOrder: { order: null, userErrors: [{ message: 'm' }] } },
      errors: [{ path: ['createOrder', 'order', 'id'] }],
    });
  });

  it('fields of a type that is not listed are denied to everyone', () => {
    expect(ask('{ secrets { id } }', ['payouts:read', 'orders:read', 'keys:manage'])).toMatchObject({
      data: { secrets: { id: null } },
      errors: [{ message: 'This field is closed' }],
    });
  });
});
