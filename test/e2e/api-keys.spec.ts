import { randomUUID } from 'node:crypto';
import { OpenWork } from '../../src/scheduling/open-work.js';
import { GraphqlClient } from '../support/graphql-client.js';
import { eventually } from '../support/eventually.js';
import { ProtocolSocket } from '../support/protocol-socket.js';
import { APPROVER_API_KEY, startPurser, type TestPurser } from '../support/purser.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string | null;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly status: string;
  readonly allowedAddresses: readonly string[];
  readonly createdBy: string | null;
  readonly confirmedBy: string | null;
  readonly lastUsedAt: string | null;
  readonly redeemedAt: string | null;
  readonly rotatedAt: string | null;
  readonly previousSecretUntil: string | null;
  readonly revokeReason: string | null;
}

interface Change {
  readonly apiKey: ApiKey | null;
  readonly secret?: string | null;
  readonly firstHalf?: string | null;
  readonly secondHalf?: string | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
}

const FIELDS = `id name prefix roles scopes status allowedAddresses createdBy confirmedBy lastUsedAt redeemedAt rotatedAt previousSecretUntil
  revokeReason`;
const A_QUERY = '{ accounts { id } }';
const DAY_MS = 86_400_000;

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const wanted = (overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  name: 'shop',
  roles: ['OPERATOR'],
  expiresAt: inDays(90),
  ...overrides,
});

describe('API keys', () => {
  let database: TestDatabase;
  let purser: TestPurser;
  let replica: TestPurser;
  let admin: GraphqlClient;
  let approver: GraphqlClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    const settings = {
      DATABASE_URL: database.url,
      PURSER_ROLES: 'api',
      APPROVER_API_KEY,
      TRUSTED_PROXIES: '127.0.0.1',
    };
    purser = await startPurser(settings);
    // Its limits are those of a small replica.
    replica = await startPurser({
      ...settings,
      KEY_REQUESTS_PER_SECOND: '1',
      KEY_REQUEST_BURST: '5',
      FAILED_AUTHENTICATIONS_PER_MINUTE: '3',
    });
    admin = purser.admin;
    approver = purser.as(APPROVER_API_KEY);
  });

  afterAll(async () => {
    await replica.close();
    await purser.close();
    await database.drop();
  });

  async function change(api: GraphqlClient, mutation: string, input: unknown): Promise<Change> {
    const name = mutation.replace(/^./, (letter) => letter.toUpperCase());
    const shown: Readonly<Record<string, string>> = {
      createApiKey: 'firstHalf',
      confirmApiKey: 'secondHalf',
      rotateApiKey: 'secret',
    };
    const document = `mutation ($input: ${name}Input!) {
      ${mutation}(input: $input) { apiKey { ${FIELDS} } ${shown[mutation] ?? ''} userErrors { code field } }
    }`;
    return (await api.request<Record<string, Change>>(document, { input }))[mutation]!;
  }

  async function newKey(
    overrides: Readonly<Record<string, unknown>> = {},
  ): Promise<{ readonly id: string; readonly secret: string; readonly api: GraphqlClient }> {
    const { id, firstHalf, secondHalf } = await confirmedKey(overrides);
    const { secret } = await redeem({ firstHalf, secondHalf });
    return { id, secret: secret!, api: purser.as(secret!) };
  }

  /** A key that waits for its holder. */
  async function confirmedKey(
    overrides: Readonly<Record<string, unknown>> = {},
  ): Promise<{ readonly id: string; readonly firstHalf: string; readonly secondHalf: string }> {
    const { apiKey, firstHalf } = await change(admin, 'createApiKey', wanted(overrides));
    const { secondHalf } = await change(approver, 'confirmApiKey', { id: apiKey!.id });
    return { id: apiKey!.id, firstHalf: firstHalf!, secondHalf: secondHalf! };
  }

  interface Redemption {
    readonly apiKeyId: string | null;
    readonly secret: string | null;
    readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
  }

  const REDEEM = `mutation ($input: RedeemApiKeyInput!) {
    redeemApiKey(input: $input) { apiKeyId secret userErrors { code field } } }`;

  /** Sends a request that carries no credential unless one is given. */
  async function post(
    body: unknown,
    { at = purser.url, from, secret }: { readonly at?: string; readonly from?: string; readonly secret?: string } = {},
  ): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(`${at}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(from !== undefined && { 'x-forwarded-for': from }),
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  async function redeem(
    input: { readonly firstHalf: string; readonly secondHalf: string },
    options: { readonly secret?: string } = {},
  ): Promise<Redemption> {
    const { text } = await post({ query: REDEEM, variables: { input } }, options);
    return (JSON.parse(text) as { data: { redeemApiKey: Redemption } }).data.redeemApiKey;
  }

  async function listed(id: string): Promise<ApiKey | undefined> {
    const { apiKeys } = await admin.request<{ apiKeys: { edges: { node: ApiKey }[] } }>(
      `{ apiKeys(first: 100) { edges { node { ${FIELDS} } } } }`,
    );
    return apiKeys.edges.map(({ node }) => node).find((node) => node.id === id);
  }

  async function ask(
    secret: string,
    { at = purser.url, from }: { readonly at?: string; readonly from?: string } = {},
  ): Promise<{ readonly status: number; readonly code: string | null; readonly retryAfter: string | null }> {
    const response = await fetch(`${at}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${secret}`,
        ...(from !== undefined && { 'x-forwarded-for': from }),
      },
      body: JSON.stringify({ query: A_QUERY }),
    });
    const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
    return {
      status: response.status,
      code: errors?.[0]?.extensions.code ?? null,
      retryAfter: response.headers.get('retry-after'),
    };
  }

  const GRANTED = { status: 200, code: null, retryAfter: null };
  const REFUSED = { status: 401, code: 'UNAUTHENTICATED', retryAfter: null };

  const sql = (set: string, id: string): Promise<unknown> =>
    database.query(`UPDATE api_keys SET ${set} WHERE id = $1`, [id]);

  const entries = (action: string): Promise<Record<string, unknown>[]> =>
    database.query('SELECT * FROM audit_entries WHERE action = $1 ORDER BY occurred_at', [action]);

  /** What a key was refused, once all of it is recorded. */
  async function refusalsOf(keyId: string): Promise<Record<string, unknown>[]> {
    // A shutdown waits for it in the same way.
    for (const one of [purser, replica]) await one.service(OpenWork).beforeApplicationShutdown();
    return (await entries('access.refused')).filter((entry) => entry['actor_id'] === keyId);
  }

  describe('that are made', () => {
    it('take two people and their holder, who alone sees the secret, and are kept as hashes', async () => {
      const made = await change(admin, 'createApiKey', wanted({ name: 'once' }));
      const { id, prefix, createdBy } = made.apiKey!;
      expect(made.userErrors).toEqual([]);
      expect(made.apiKey).toMatchObject({ status: 'PENDING', roles: ['OPERATOR'], redeemedAt: null });
      expect(made.firstHalf).toMatch(/^pk1_live_[0-9A-Za-z]{10}_[\w-]{43}_[0-9a-f]{6}$/);

      const own = await change(admin, 'confirmApiKey', { id });
      expect(own).toMatchObject({ secondHalf: null, userErrors: [{ code: 'SECOND_PERSON_NEEDED' }] });
      expect(await refusalsOf(createdBy!)).toContainEqual(
        expect.objectContaining({ operation: 'confirmApiKey', after: { why: 'SECOND_PERSON_NEEDED', id } }),
      );

      const confirmed = await change(approver, 'confirmApiKey', { id });
      expect(confirmed).toMatchObject({ apiKey: { status: 'PENDING', redeemedAt: null }, userErrors: [] });
      expect(confirmed.apiKey!.confirmedBy).not.toBe(createdBy);
      expect(confirmed.secondHalf).toMatch(/^pk2_live_/);
      expect(await change(approver, 'confirmApiKey', { id })).toMatchObject({
        secondHalf: null,
        userErrors: [{ code: 'NOT_PENDING' }],
      });
      const halves = { firstHalf: made.firstHalf!, secondHalf: confirmed.secondHalf! };
      for (const half of Object.values(halves)) expect(await ask(half)).toEqual(REFUSED);

      const redeemed = await redeem(halves);
      expect(redeemed).toMatchObject({ apiKeyId: id, userErrors: [] });
      expect(redeemed.secret).toMatch(/^pk_live_[0-9A-Za-z]{10}_[\w-]{43}_[0-9a-f]{6}$/);
      expect(redeemed.secret!.slice(0, 18)).toBe(prefix);
      expect(await ask(redeemed.secret!)).toEqual(GRANTED);
      expect(await redeem(halves)).toEqual(INVALID);

      const shown = await eventually('its use is noted', async () => {
        const key = await listed(id);
        return key?.lastUsedAt === null ? undefined : key;
      });
      expect(shown).toMatchObject({ name: 'once', status: 'ACTIVE', redeemedAt: expect.any(String) as string });
      const [dump] = await database.query<{ text: string }>(
        `SELECT (SELECT string_agg(k::text, ' ') FROM api_keys k) || (SELECT string_agg(a::text, ' ') FROM audit_entries a)
         AS text`,
      );
      for (const text of [redeemed.secret!, ...Object.values(halves)]) {
        const hidden = text.split('_').slice(3).join('_').slice(0, 43);
        expect([hidden, dump!.text.includes(hidden), purser.logLines.join().includes(hidden)]).toEqual([
          hidden,
          false,
          false,
        ]);
      }
      for (const action of ['api_key.created', 'api_key.confirmed']) {
        expect(await entries(action)).toContainEqual(expect.objectContaining({ subject_id: id }));
      }
      expect(await entries('api_key.redeemed')).toContainEqual(
        expect.objectContaining({ subject_id: id, actor_id: id, actor_kind: 'API_KEY', client_address: '127.0.0.1' }),
      );
    });

    const INVALID = { apiKeyId: null, secret: null, userErrors: [{ code: 'HALVES_INVALID', field: ['input'] }] };

    it.each<[string, (halves: { id: string; firstHalf: string; secondHalf: string }) => Promise<unknown>]>([
      ['another second half', async (halves) => (halves.secondHalf = (await confirmedKey()).secondHalf)],
      ['another first half', async (halves) => (halves.firstHalf = (await confirmedKey()).firstHalf)],
      ['the first half twice', (halves) => Promise.resolve((halves.secondHalf = halves.firstHalf))],
      [
        'the halves the other way round',
        (halves) => {
          [halves.firstHalf, halves.secondHalf] = [halves.secondHalf, halves.firstHalf];
          return Promise.resolve();
        },
      ],
      ['texts that are none', (halves) => Promise.resolve((halves.firstHalf = 'x'))],
      ['a key that was revoked', ({ id }) => change(admin, 'revokeApiKey', { id, reason: 'Not needed.' })],
      [
        'a key that was confirmed a day ago',
        ({ id }) => sql('confirmed_at = confirmed_at - interval $$24 hours$$', id),
      ],
      ['a key past its end', ({ id }) => sql('expires_at = now()', id)],
    ])('are not redeemed with %s', async (_, change_) => {
      const halves = await confirmedKey();
      await change_(halves);
      expect(await redeem({ firstHalf: halves.firstHalf, secondHalf: halves.secondHalf })).toEqual(INVALID);
    });

    it.each(['createdBy', 'confirmedBy'] as const)('are not redeemed once the key of %s was revoked', async (by) => {
      const people = {
        createdBy: await newKey({ roles: ['ADMIN'] }),
        confirmedBy: await newKey({ roles: ['APPROVER'] }),
      };
      const { apiKey, firstHalf } = await change(people.createdBy.api, 'createApiKey', wanted());
      const { secondHalf } = await change(people.confirmedBy.api, 'confirmApiKey', { id: apiKey!.id });
      const late = await change(people.createdBy.api, 'createApiKey', wanted());
      await change(admin, 'revokeApiKey', { id: people[by].id, reason: 'They left.' });
      expect(await redeem({ firstHalf: firstHalf!, secondHalf: secondHalf! })).toEqual(INVALID);
      const after = await change(approver, 'confirmApiKey', { id: late.apiKey!.id });
      expect(after.userErrors).toEqual(by === 'createdBy' ? [{ code: 'NOT_PENDING', field: ['input', 'id'] }] : []);
    });

    it('take nothing but the halves from somebody without a key, and that operation alone', async () => {
      const { firstHalf, secondHalf } = await confirmedKey();
      const written = `mutation { redeemApiKey(input: { firstHalf: "${firstHalf}", secondHalf: "${secondHalf}" }) { secret } }`;
      expect((await post({ query: written })).text).toContain('never written into the document');
      for (const query of [
        A_QUERY,
        '{ __typename }',
        'mutation { redeemApiKey { secret } rotateApiKey(input: { id: "x" }) { secret } }',
        `mutation A { redeemApiKey { secret } } query B ${A_QUERY}`,
        `${REDEEM} #${' '.repeat(1_000)}`,
      ]) {
        const { status, text } = await post({ query, operationName: null });
        expect([query, status, text]).toEqual([query, 401, expect.stringContaining('UNAUTHENTICATED') as string]);
      }
      // Whoever comes with a credential comes with a good one.
      expect((await post({ query: REDEEM, variables: {} }, { secret: 'x'.repeat(40) })).status).toBe(401);
      expect((await redeem({ firstHalf, secondHalf })).secret).toMatch(/^pk_live_/);
    });

    it('are one person with who redeems them with a key of their own', async () => {
      const holder = await newKey({ roles: ['ADMIN'] });
      const { id, firstHalf, secondHalf } = await confirmedKey({ roles: ['APPROVER'] });
      const { secret } = await redeem({ firstHalf, secondHalf }, { secret: holder.secret });
      const made = await change(holder.api, 'createApiKey', wanted());
      expect((await change(purser.as(secret!), 'confirmApiKey', { id: made.apiKey!.id })).userErrors).toEqual([
        { code: 'SAME_PERSON', field: ['input', 'id'] },
      ]);
      expect(await entries('api_key.redeemed')).toContainEqual(
        expect.objectContaining({ subject_id: id, actor_id: holder.id }),
      );
    });

    it('and redeemed with wrong halves are guesses, of which an address has few', async () => {
      const from = '192.0.2.77';
      const { firstHalf, secondHalf } = await confirmedKey();
      const guess = (half: string): Promise<{ readonly status: number; readonly text: string }> =>
        post({ query: REDEEM, variables: { input: { firstHalf, secondHalf: half } } }, { at: replica.url, from });
      for (let n = 0; n < 3; n += 1) expect((await guess(firstHalf)).text).toContain('HALVES_INVALID');
      expect(await guess(secondHalf)).toMatchObject({
        status: 429,
        text: expect.stringContaining('RATE_LIMITED') as string,
      });
      expect((await ask(`wrong-key-${randomUUID()}`, { at: replica.url, from })).status).toBe(429);
      // The right ones cost an address nothing.
      expect((await redeem({ firstHalf, secondHalf })).userErrors).toEqual([]);
    });

    it('wait a hundred at a time', async () => {
      await database.query(
        `INSERT INTO api_keys (id, name, first_half_hash, roles, created_by, expires_at)
         SELECT gen_random_uuid(), 'waits', sha256(n::text::bytea), '{viewer}', gen_random_uuid(), now() + interval '1 day'
         FROM generate_series(1, 100) AS n`,
      );
      const refused = await change(admin, 'createApiKey', wanted());
      expect(refused).toMatchObject({
        apiKey: null,
        firstHalf: null,
        userErrors: [{ code: 'TOO_MANY_PENDING', field: null }],
      });
      await database.query(`DELETE FROM api_keys WHERE name = 'waits'`);
    });

    it.each<[string, Record<string, unknown>, string, string[]]>([
      ['that create payouts and approve them', { roles: ['OPERATOR', 'APPROVER'] }, 'DUTIES_COMBINED', ['roles']],
      ['that do so by a scope', { roles: ['APPROVER'], scopes: ['payouts:create'] }, 'DUTIES_COMBINED', ['roles']],
      ['that make keys and approve', { roles: ['ADMIN', 'APPROVER'] }, 'DUTIES_COMBINED', ['roles']],
      ['that make keys and create payouts', { roles: ['ADMIN', 'OPERATOR'] }, 'DUTIES_COMBINED', ['roles']],
      ['that do so by scopes', { roles: [], scopes: ['keys:manage', 'payouts:create'] }, 'DUTIES_COMBINED', ['roles']],
      ['that open nothing', { roles: [] }, 'NOTHING_GRANTED', ['roles']],
      ['with a scope that is none', { scopes: ['orders:read', '*'] }, 'SCOPE_UNKNOWN', ['scopes', '1']],
      ['without a name', { name: ' ' }, 'NAME_INVALID', ['name']],
      ['named by a card number', { name: '4111 1111 1111 1111' }, 'NAME_INVALID', ['name']],
      ['for more than a year', { expiresAt: inDays(365.1) }, 'EXPIRES_AT_INVALID', ['expiresAt']],
      ['that have ended', { expiresAt: inDays(-1) }, 'EXPIRES_AT_INVALID', ['expiresAt']],
      [
        'for an address that is none',
        { allowedAddresses: ['10.0.0.1', '10.1'] },
        'ADDRESS_INVALID',
        ['allowedAddresses', '1'],
      ],
      [
        'for too many addresses',
        { allowedAddresses: Array.from({ length: 21 }, (_, n) => `10.0.0.${n}`) },
        'TOO_MANY_ADDRESSES',
        ['allowedAddresses'],
      ],
    ])('are never ones %s', async (_, overrides, code, field) => {
      const { apiKey, firstHalf, userErrors } = await change(admin, 'createApiKey', wanted(overrides));
      expect({ apiKey, firstHalf, userErrors }).toEqual({
        apiKey: null,
        firstHalf: null,
        userErrors: [{ code, field: ['input', ...field] }],
      });
    });

    it.each([
      ['maker and checker by roles', `roles = '{operator,approver}'`],
      ['maker and checker by scopes', `scopes = '{payouts:create,payouts:approve}'`],
      ['maker by role and checker by scope', `roles = '{operator}', scopes = '{payouts:approve}'`],
      ['keys and payouts by roles', `roles = '{operator,admin}'`],
      ['keys and approvals by a scope', `roles = '{approver}', scopes = '{keys:manage}'`],
      ['of an unknown role', `roles = '{root}'`],
      ['confirmed by its maker', 'confirmed_at = now(), confirmed_by = created_by'],
      ['with a secret before it is confirmed', `key_hash = sha256('x')`],
      ['redeemed without a secret', 'redeemed_at = now()'],
      ['with halves beside a secret', `key_hash = sha256('x'), confirmed_at = now(), confirmed_by = gen_random_uuid()`],
      ['confirmed by nobody', 'confirmed_at = now(), confirmed_by = NULL'],
      ['without an end', 'expires_at = NULL'],
    ])('are not even by SQL %s', async (_, set) => {
      const { apiKey } = await change(admin, 'createApiKey', wanted());
      await expect(database.query(`UPDATE api_keys SET ${set} WHERE id = $1`, [apiKey!.id])).rejects.toThrow(
        /chk_api_keys_(roles|separate_duties|two_people|lifetime|redeemed|halves)|never confirms it/,
      );
    });

    it('are confirmed within a day or never', async () => {
      const { apiKey } = await change(admin, 'createApiKey', wanted());
      await database.query(`UPDATE api_keys SET created_at = created_at - interval '24 hours' WHERE id = $1`, [
        apiKey!.id,
      ]);
      expect(await change(approver, 'confirmApiKey', { id: apiKey!.id })).toMatchObject({
        apiKey: { status: 'EXPIRED' },
        userErrors: [{ code: 'NOT_PENDING' }],
      });
    });

    it('may hold single scopes, and see what these let them change', async () => {
      const { api } = await newKey({ roles: [], scopes: ['orders:create'] });
      expect((await api.send(A_QUERY)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
      const { errors } = await api.send(
        `mutation { retryOrder(input: { orderId: "${randomUUID()}" }) { order { id } userErrors { code } } }`,
      );
      expect(errors).toEqual([]);
    });
  });

  describe('whose secret is exchanged', () => {
    it('take both secrets for a while, never three, and open no more than before', async () => {
      const { id, secret, api } = await newKey();
      const first = await change(api, 'rotateApiKey', { id });
      expect(first).toMatchObject({ apiKey: { id, status: 'ACTIVE' }, userErrors: [] });
      expect(first.apiKey!.previousSecretUntil).not.toBeNull();
      expect(await ask(secret)).toEqual(GRANTED);
      expect(await ask(first.secret!)).toEqual(GRANTED);

      const second = await change(purser.as(first.secret!), 'rotateApiKey', { id, overlapHours: 1 });
      expect([await ask(secret), await ask(first.secret!), await ask(second.secret!)]).toEqual([
        REFUSED,
        GRANTED,
        GRANTED,
      ]);
      expect(second.apiKey!.rotatedAt).not.toBe(first.apiKey!.rotatedAt);
      await database.query(`UPDATE api_keys SET previous_until = now() WHERE id = $1`, [id]);
      const third = await change(purser.as(second.secret!), 'rotateApiKey', { id, overlapHours: 0 });
      expect([await ask(first.secret!), await ask(second.secret!), await ask(third.secret!)]).toEqual([
        REFUSED,
        REFUSED,
        GRANTED,
      ]);
    });

    const SUPERSEDED = { secret: null, userErrors: [{ code: 'SECRET_SUPERSEDED', field: ['input', 'id'] }] };

    it('are exchanged by the newest secret alone, whoever found the one before, and show when', async () => {
      const { id, secret, api } = await newKey();
      const { apiKey, secret: newest } = await change(api, 'rotateApiKey', { id });
      for (const overlapHours of [0, 24]) {
        expect(await change(api, 'rotateApiKey', { id, overlapHours })).toMatchObject(SUPERSEDED);
      }
      expect([await ask(secret), await ask(newest!)]).toEqual([GRANTED, GRANTED]);
      for (const holder of [api, purser.as(newest!)]) {
        const { currentApiKey } = await holder.request<{ currentApiKey: ApiKey }>(`{ currentApiKey { ${FIELDS} } }`);
        expect(currentApiKey).toMatchObject({ id, rotatedAt: apiKey!.rotatedAt });
      }
    });

    it('are exchanged by the newest secret alone, also where a replica has not heard of it', async () => {
      const { id, secret, api } = await newKey();
      expect(await ask(secret, { at: replica.url })).toEqual(GRANTED);
      const { secret: newest } = await change(api, 'rotateApiKey', { id, overlapHours: 0 });
      const far = new GraphqlClient({ url: replica.url, apiKey: secret });
      const answer = await far.send<{ rotateApiKey: Change }>(
        `mutation { rotateApiKey(input: { id: "${id}" }) { secret userErrors { code field } } }`,
      );
      expect(answer.data?.rotateApiKey ?? SUPERSEDED).toEqual(SUPERSEDED);
      expect(await ask(newest!)).toEqual(GRANTED);
    });

    const NOT_OWN = { apiKey: null, secret: null, userErrors: [{ code: 'NOT_OWN_KEY', field: ['input', 'id'] }] };

    it('are the own: whoever exchanged the secret of another key would be a second person', async () => {
      const [one, other] = [await newKey({ roles: ['ADMIN'] }), await newKey({ roles: ['ADMIN'] })];
      expect(await change(one.api, 'rotateApiKey', { id: other.id })).toEqual(NOT_OWN);
      const narrower = await newKey({ roles: ['VIEWER'] });
      expect(await change(one.api, 'rotateApiKey', { id: narrower.id })).toEqual(NOT_OWN);
      expect(await refusalsOf(one.id)).toMatchObject([
        { operation: 'rotateApiKey', after: { why: 'NOT_OWN_KEY', id: other.id } },
        { operation: 'rotateApiKey', after: { why: 'NOT_OWN_KEY', id: narrower.id } },
      ]);
      expect([await ask(other.secret), await ask(narrower.secret)]).toEqual([GRANTED, GRANTED]);
      expect((await change(one.api, 'rotateApiKey', { id: one.id, overlapHours: 25 })).userErrors).toMatchObject([
        { code: 'OVERLAP_INVALID' },
      ]);
    });

    it('tell nothing of any other key, whatever has become of it, and nothing of one that is not there', async () => {
      const viewer = await newKey({ roles: ['VIEWER'] });
      const revoked = await newKey();
      await change(admin, 'revokeApiKey', { id: revoked.id, reason: 'Lost.' });
      const { apiKey: pending } = await change(admin, 'createApiKey', wanted());
      const [configured] = await database.query<{ id: string }>(
        `SELECT id FROM api_keys WHERE configured_as = 'approver'`,
      );
      for (const id of [(await newKey()).id, revoked.id, pending!.id, configured!.id, randomUUID()]) {
        expect(await change(viewer.api, 'rotateApiKey', { id, overlapHours: -1 })).toEqual(NOT_OWN);
      }
    });

    it('are not those of the configuration', async () => {
      const [{ id }] = (await database.query<{ id: string }>(
        `SELECT id FROM api_keys WHERE configured_as = 'bootstrap'`,
      )) as [{ id: string }];
      expect((await change(admin, 'rotateApiKey', { id })).userErrors).toMatchObject([{ code: 'CONFIGURED_KEY' }]);
    });
  });

  describe('that are revoked', () => {
    it('end at once, on every replica and on live sockets', async () => {
      const { id, secret } = await newKey();
      const socket = await ProtocolSocket.open(purser.url, secret);
      const far = await ProtocolSocket.open(replica.url, secret);
      for (const reason of ['', 'It paid with 4111 1111 1111 1111.']) {
        const bad = await change(admin, 'revokeApiKey', { id, reason });
        expect(bad.userErrors).toEqual([{ code: 'REASON_INVALID', field: ['input', 'reason'] }]);
      }

      const revoked = await change(admin, 'revokeApiKey', { id, reason: 'Left on a bus.' });
      expect(revoked).toMatchObject({ apiKey: { status: 'REVOKED', revokeReason: 'Left on a bus.' }, userErrors: [] });
      expect(await ask(secret)).toEqual(REFUSED);
      expect([(await socket.closed).code, (await far.closed).code]).toEqual([4401, 4401]);
      expect(await change(admin, 'revokeApiKey', { id, reason: 'Again.' })).toMatchObject({
        userErrors: [{ code: 'ALREADY_REVOKED' }],
      });
      expect(await entries('api_key.revoked')).toContainEqual(
        expect.objectContaining({ subject_id: id, reason: 'Left on a bus.', actor_name: 'bootstrap' }),
      );
    });

    it('end on every live socket, also of an address that is told to wait', async () => {
      const { id, secret } = await newKey();
      const from = '192.0.2.9';
      const open = (): Promise<ProtocolSocket> => ProtocolSocket.open(replica.url, secret, { 'x-forwarded-for': from });
      const first = await open();
      await eventually('the address is told to wait', async () =>
        (await ask(`wrong-key-${randomUUID()}`, { at: replica.url, from })).status === 429 ? true : undefined,
      );
      // Looked at a while after the first one, when the key is no longer known as one that was let in lately.
      const second = await open();
      await change(admin, 'revokeApiKey', { id, reason: 'Left on a train.' });
      expect([(await first.closed).code, (await second.closed).code]).toEqual([4401, 4401]);
      // Nobody presented it since: that its sockets were looked at is no attempt.
      expect(await refusalsOf(id)).toEqual([]);
    });

    it.each(['confirmApiKey', 'revokeApiKey'])('must be there: %s', async (mutation) => {
      const input = { id: randomUUID(), ...(mutation === 'revokeApiKey' && { reason: 'Lost.' }) };
      expect(await change(admin, mutation, input)).toMatchObject({ apiKey: null, userErrors: [{ code: 'NOT_FOUND' }] });
    });
  });

  describe('that open nothing, or nothing more', () => {
    it.each([
      ['EXPIRED', 'expires_at = now()'],
      ['REPLACED', 'replaced_at = now()'],
      ['REVOKED', "revoked_at = now(), revoked_by = created_by, revoke_reason = 'Lost.'"],
    ])('leave a trace when they are used all the same: %s', async (status, set) => {
      const { id, secret } = await newKey();
      await database.query(`UPDATE api_keys SET ${set} WHERE id = $1`, [id]);
      expect(await ask(secret, { from: '198.51.100.7' })).toEqual(REFUSED);
      const socket = await ProtocolSocket.open(purser.url, secret);
      expect((await socket.closed).code).toBe(4403);
      const trace = {
        actor_kind: 'API_KEY',
        actor_name: 'shop',
        operation: null,
        subject_id: null,
        after: { why: 'KEY_NOT_ACTIVE', status },
      };
      expect(await refusalsOf(id)).toMatchObject([{ ...trace, client_address: '198.51.100.7' }, trace]);
    });
  });

  describe('bound to addresses', () => {
    it('work from there alone, over both transports, and elsewhere leave a trace', async () => {
      const { id, secret } = await newKey({ allowedAddresses: ['203.0.113.7/24', '2001:db8::/32'] });
      expect((await listed(id))?.allowedAddresses).toEqual(['203.0.113.0/24', '2001:db8::/32']);
      const within = ['203.0.113.200', '2001:db8:1::1', '::ffff:203.0.113.9'];
      for (const from of within) expect([from, await ask(secret, { from })]).toEqual([from, GRANTED]);
      const without = ['203.0.114.1', '2001:db9::1', '127.0.0.1', 'unknown', '203.0.113.1.evil.example'];
      for (const from of without) expect([from, await ask(secret, { from })]).toEqual([from, REFUSED]);
      expect(await ask(secret)).toEqual(REFUSED);

      const socket = await ProtocolSocket.open(purser.url, secret, { 'x-forwarded-for': '203.0.113.1' });
      socket.close();
      const refused = await ProtocolSocket.open(purser.url, secret, { 'x-forwarded-for': '198.51.100.1' });
      expect(await refused.closed).toEqual({ code: 4403, reason: 'This API key may not be used from this address.' });
      const trace = await eventually('it is in the audit log', async () =>
        (await entries('access.refused')).find((entry) => entry['client_address'] === '198.51.100.1'),
      );
      expect(trace).toMatchObject({ actor_id: id, actor_name: 'shop', after: { why: 'ADDRESS_NOT_ALLOWED' } });
    });
  });

  describe('that ask too much', () => {
    it('are told to wait, each for itself, over both transports', async () => {
      const [{ secret }, other] = [await newKey(), await newKey()];
      // Far more than five at once and one a second let through, however slow the machine is.
      const answers = await Promise.all(Array.from({ length: 30 }, () => ask(secret, { at: replica.url })));
      expect(answers).toContainEqual(GRANTED);
      expect(answers).toContainEqual({ status: 429, code: 'RATE_LIMITED', retryAfter: '1' });
      expect(await ask(other.secret, { at: replica.url })).toEqual(GRANTED);

      const socket = await ProtocolSocket.open(replica.url, secret);
      const codes: string[] = [];
      for (let n = 0; n < 15; n += 1) {
        const operation = { document: 'subscription { nothing }', variables: {} };
        codes.push(...(await socket.codesOf(operation, { isQuiet: false })));
      }
      socket.close();
      expect(codes).toContain('RATE_LIMITED');
    });

    it('and are none have their address told to wait, and nobody else', async () => {
      const { secret } = await newKey();
      const guess = (n: number): string => `pk_live_0000000000_${'0'.repeat(42)}${n}_000000`;
      const from = '192.0.2.1';
      expect(await ask(secret, { at: replica.url, from })).toEqual(GRANTED);
      for (let n = 0; n < 3; n += 1) expect(await ask(guess(n), { at: replica.url, from })).toEqual(REFUSED);
      expect(await ask(guess(4), { at: replica.url, from })).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
      expect(await ProtocolSocket.refusal(replica.url, guess(4), { 'x-forwarded-for': from })).toBe(1013);
      const trace = await eventually('it is in the audit log', async () =>
        (await entries('access.failed_repeatedly')).find((entry) => entry['client_address'] === from),
      );
      expect(trace).toMatchObject({ actor_id: null, after: { failures: 3 } });
      // Whoever was let in from there lately still is.
      expect(await ask(secret, { at: replica.url, from })).toEqual(GRANTED);
      expect(await ask(guess(5), { at: replica.url, from: '192.0.2.2' })).toEqual(REFUSED);
    });

    it('and are none are as few when they come at once', async () => {
      const guesser = { at: replica.url, from: '192.0.2.3' };
      const guesses = Array.from({ length: 12 }, () => ask(`wrong-key-${randomUUID()}`, guesser));
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([401, 401, 401, ...Array.from({ length: 9 }, () => 429)]);
    });

    it('and are valid cost their address nothing, however many come at once', async () => {
      const from = '192.0.2.4';
      const secrets = await Promise.all(Array.from({ length: 3 }, async () => (await newKey()).secret));
      for (let round = 0; round < 2; round += 1) {
        const answers = await Promise.all(
          secrets.flatMap((secret) => [1, 2].map(() => ask(secret, { at: replica.url, from }))),
        );
        expect(answers).toEqual(answers.map(() => GRANTED));
      }
    });
  });

  it('that try what they may not are in the audit log, up to twenty times a minute, and then how often', async () => {
    const { id, api } = await newKey({ roles: ['VIEWER'] });
    const document = `mutation { revokeApiKey(input: { id: "${id}", reason: "x" }) { userErrors { code } } }`;
    for (let n = 0; n < 25; n += 1) {
      expect((await api.send(document)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    }
    const own = await refusalsOf(id);
    const after = { why: 'SCOPE_MISSING', scope: 'keys:manage' };
    expect(own).toHaveLength(20);
    for (const entry of own) {
      expect(entry).toMatchObject({ operation: 'revokeApiKey', client_address: '127.0.0.1' });
      expect(entry['after']).toEqual(after);
    }

    const start = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => start + 61_000);
    await api.send(document);
    clock.mockRestore();
    expect((await refusalsOf(id)).slice(20)).toMatchObject([{ after: { ...after, unrecorded: 5 } }]);
  });
});
