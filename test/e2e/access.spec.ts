import { randomUUID } from 'node:crypto';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import WebSocket from 'ws';
import { CALLER_OPERATIONS, OPEN_OPERATIONS } from '../../src/access/scopes/requires.decorator.js';
import { type Scope, SCOPES } from '../../src/access/scopes/scopes.js';
import { GraphqlClient } from '../support/graphql-client.js';
import { type Operation, operationsOf } from '../support/operations.js';
import { startPurser, TEST_SETTINGS, type TestPurser } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { changeKey, insertKey, type KeyRow } from '../support/api-keys.js';
import { insertStatusChange } from '../support/status-changes.js';
import { storedText } from '../support/stored-text.js';

/** Operations that require no scope. */
const UNSCOPED: ReadonlySet<string> = new Set([...CALLER_OPERATIONS, ...OPEN_OPERATIONS]);

const A_QUERY = '{ accounts { id } }';

/** No key may hold two of these scopes. */
const SEPARATED: readonly Scope[] = ['payouts:create', 'payouts:approve', 'keys:manage'];

const SHARED: readonly Scope[] = SCOPES.filter((scope) => !SEPARATED.includes(scope));

/** Every scope that one key may hold together with payouts:create. */
const MAKER: readonly Scope[] = [...SHARED, 'payouts:create'];

describe('access to the API', () => {
  let database: TestDatabase;
  let purser: TestPurser;
  let operations: readonly Operation[];

  beforeAll(async () => {
    database = await createTestDatabase();
    purser = await startPurser({ DATABASE_URL: database.url, PURSER_ROLES: 'api' });
    const schema = buildClientSchema(await purser.api.request<IntrospectionQuery>(getIntrospectionQuery()));
    for (const subject of ['ORDER', 'PAYOUT', 'H2H'] as const) {
      await insertStatusChange(database, subject, randomUUID());
    }
    operations = operationsOf(schema);
  });

  afterAll(async () => {
    await purser.close();
    await database.drop();
  });

  const makeKey = (row: KeyRow = {}): Promise<string> => insertKey(database, { scopes: MAKER, ...row });

  async function ask(authorization: string | null): Promise<{ readonly status: number; readonly code: string | null }> {
    const response = await fetch(`${purser.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization !== null && { authorization }) },
      body: JSON.stringify({ query: A_QUERY }),
    });
    const body = (await response.json()) as { errors?: { extensions: { code: string } }[] };
    return { status: response.status, code: body.errors?.[0]?.extensions.code ?? null };
  }

  /** Opens a socket with these parameters. Returns the code it is closed with, or null if it is accepted. */
  function connect(connectionParams: unknown): Promise<number | null> {
    return new Promise((resolve) => {
      const socket = new WebSocket(`${purser.url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
      socket.on('open', () => {
        socket.send(JSON.stringify({ type: 'connection_init', payload: connectionParams }));
      });
      socket.on('message', () => {
        resolve(null);
        socket.close();
      });
      socket.on('close', resolve);
    });
  }

  /** Returns the code and message if an operation is refused for lack of a scope, otherwise null. */
  async function denial(apiKey: string, { kind, document, variables }: Operation): Promise<string | null> {
    const api = new GraphqlClient({ url: purser.url, apiKey });
    if (kind !== 'subscription') {
      const { errors } = await api.send(document, variables);
      return errors.find(({ extensions }) => extensions.code === 'FORBIDDEN')?.message ?? null;
    }
    const subscription = await api.subscribe(document);
    const failure = await subscription.next().then(() => null, String);
    await subscription.close();
    return failure?.includes('FORBIDDEN') === true ? failure : null;
  }

  describe('API keys', () => {
    const OTHERS: readonly (readonly [string, (key: string) => string | null])[] = [
      ['no header', () => null],
      ['an empty header', () => ''],
      ['no key', () => 'Bearer '],
      ['another key', () => `Bearer pk_test_${'0'.repeat(48)}`],
      ['one character changed', (key) => `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`],
      ['one character less', (key) => `Bearer ${key.slice(0, -1)}`],
      ['one character more', (key) => `Bearer ${key}0`],
      ['the key in capitals', (key) => `Bearer ${key.toUpperCase()}`],
      ['another scheme', (key) => `Basic ${key}`],
      ['no scheme', (key) => key],
      ['two spaces', (key) => `Bearer  ${key}`],
      ['two keys', (key) => `Bearer ${key}, Bearer ${key}`],
      ['a wildcard', () => `Bearer ${'%'.repeat(48)}`],
      ['SQL', () => `Bearer '/**/OR/**/1=1--${'-'.repeat(32)}`],
      ['a key of 10,000 characters', () => `Bearer ${'a'.repeat(10_000)}`],
    ];

    it.each(OTHERS)('refuses a request and a socket with %s', async (_, authorize) => {
      const authorization = authorize(await makeKey());
      expect(await ask(authorization)).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
      expect(await connect({ Authorization: authorization })).toBe(4403);
    });

    it.each(['Bearer', 'bearer', 'BEARER'])('accepts a key sent with the scheme %s', async (scheme) => {
      const authorization = `${scheme} ${await makeKey()}`;
      expect(await ask(authorization)).toEqual({ status: 200, code: null });
      expect(await connect({ Authorization: authorization })).toBeNull();
    });

    it.each([
      ['revoked', { revokedAt: '2026-01-01T00:00:00Z' }],
      ['expired', { expiresAt: '2026-01-01T00:00:00Z' }],
      ['revoked before it expires', { revokedAt: '2026-01-01T00:00:00Z', expiresAt: '2999-01-01T00:00:00Z' }],
    ])('refuses a request and a socket whose key is %s', async (_, overrides) => {
      const authorization = `Bearer ${await makeKey(overrides)}`;
      expect(await ask(authorization)).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
      expect(await connect({ Authorization: authorization })).toBe(4403);
    });

    it('accepts a key whose expiry is in the future', async () => {
      const authorization = `Bearer ${await makeKey({ expiresAt: '2999-01-01T00:00:00Z' })}`;
      expect(await ask(authorization)).toEqual({ status: 200, code: null });
    });

    it('refuses a revoked key on a replica that has never seen it', async () => {
      const id = randomUUID();
      const key = await makeKey({ id });
      expect(await ask(`Bearer ${key}`)).toEqual({ status: 200, code: null });
      await changeKey(database, id, 'was revoked');
      const replica = await startPurser({ DATABASE_URL: database.url, PURSER_ROLES: 'api' });
      const answer = await new GraphqlClient({ url: replica.url, apiKey: key }).send(A_QUERY);
      await replica.close();
      expect(answer).toMatchObject({ status: 401, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    });

    it.each([undefined, null, {}, { authorization: 1 }, { Authorization: ['Bearer x'] }, 'Bearer x'])(
      'refuses a socket whose connection parameters are %j',
      async (parameters) => {
        expect(await connect(parameters)).not.toBeNull();
      },
    );
  });

  it('stores no readable key in the database', async () => {
    const stored = await storedText(database, 'api_keys');
    expect(stored).not.toContain(TEST_SETTINGS.BOOTSTRAP_API_KEY);
    expect(stored).not.toContain(Buffer.from(TEST_SETTINGS.BOOTSTRAP_API_KEY).toString('hex'));
  });

  it('every operation of the schema requires exactly one scope', async () => {
    expect(operations.length).toBeGreaterThanOrEqual(7);
    const bare = await makeKey({ scopes: [] });
    for (const operation of operations.filter(({ name }) => !UNSCOPED.has(name))) {
      const refusal = await denial(bare, operation);
      const scope = SCOPES.find((known) => refusal?.includes(`does not hold the scope ${known}`));
      expect([operation.name, scope]).toEqual([operation.name, expect.any(String)]);
      for (const separated of SEPARATED) {
        const others = [...SHARED, separated].filter((other) => other !== scope);
        const without = await makeKey({ scopes: others });
        expect([operation.name, await denial(without, operation)]).toEqual([operation.name, refusal]);
      }
      const only = await makeKey({ scopes: [scope!] });
      expect([operation.name, await denial(only, operation)]).toEqual([operation.name, null]);
    }
  });

  it('unknown scopes grant nothing', async () => {
    const key = await makeKey({ scopes: ['*', 'admin', 'orders:*', 'ORDERS:READ'] as never });
    // deskChanged is never refused: a caller without the right scopes just gets no hints.
    for (const operation of operations.filter(({ name }) => name !== 'deskChanged')) {
      expect([operation.name, (await denial(key, operation)) === null]).toEqual([
        operation.name,
        UNSCOPED.has(operation.name),
      ]);
    }
  });
});
