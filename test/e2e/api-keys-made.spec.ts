import { randomUUID } from 'node:crypto';
import { eventually } from '../support/eventually.js';
import { A_QUERY, GRANTED, inDays, KeyDesk, REDEEM, REFUSED, wanted } from './api-keys.desk.js';

describe('API keys that are made', () => {
  let desk: KeyDesk;

  beforeAll(async () => {
    desk = await KeyDesk.open();
  });

  afterAll(() => desk.close());

  const sql = (set: string, id: string): Promise<unknown> =>
    desk.database.query(`UPDATE api_keys SET ${set} WHERE id = $1`, [id]);

  it('take two people and their holder, who alone sees the secret, and are kept as hashes', async () => {
    const made = await desk.change(desk.admin, 'createApiKey', wanted({ name: 'once' }));
    const { id, prefix, createdBy } = made.apiKey!;
    expect(made.userErrors).toEqual([]);
    expect(made.apiKey).toMatchObject({ status: 'PENDING', roles: ['OPERATOR'], redeemedAt: null });
    expect(made.firstHalf).toMatch(/^pk1_live_[0-9A-Za-z]{10}_[\w-]{43}_[0-9a-f]{6}$/);

    const own = await desk.change(desk.admin, 'confirmApiKey', { id });
    expect(own).toMatchObject({ secondHalf: null, userErrors: [{ code: 'SECOND_PERSON_NEEDED' }] });
    expect(await desk.refusalsOf(createdBy!)).toContainEqual(
      expect.objectContaining({ operation: 'confirmApiKey', after: { why: 'SECOND_PERSON_NEEDED', id } }),
    );

    const confirmed = await desk.change(desk.approver, 'confirmApiKey', { id });
    expect(confirmed).toMatchObject({ apiKey: { status: 'PENDING', redeemedAt: null }, userErrors: [] });
    expect(confirmed.apiKey!.confirmedBy).not.toBe(createdBy);
    expect(confirmed.secondHalf).toMatch(/^pk2_live_/);
    expect(await desk.change(desk.approver, 'confirmApiKey', { id })).toMatchObject({
      secondHalf: null,
      userErrors: [{ code: 'NOT_PENDING' }],
    });
    const halves = { firstHalf: made.firstHalf!, secondHalf: confirmed.secondHalf! };
    for (const half of Object.values(halves)) expect(await desk.ask(half)).toEqual(REFUSED);

    const redeemed = await desk.redeem(halves);
    expect(redeemed).toMatchObject({ apiKeyId: id, userErrors: [] });
    expect(redeemed.secret).toMatch(/^pk_live_[0-9A-Za-z]{10}_[\w-]{43}_[0-9a-f]{6}$/);
    expect(redeemed.secret!.slice(0, 18)).toBe(prefix);
    expect(await desk.ask(redeemed.secret!)).toEqual(GRANTED);
    expect(await desk.redeem(halves)).toEqual(INVALID);

    const shown = await eventually('its use is noted', async () => {
      const key = await desk.listed(id);
      return key?.lastUsedAt === null ? undefined : key;
    });
    expect(shown).toMatchObject({ name: 'once', status: 'ACTIVE', redeemedAt: expect.any(String) as string });
    const [dump] = await desk.database.query<{ text: string }>(
      `SELECT (SELECT string_agg(k::text, ' ') FROM api_keys k) || (SELECT string_agg(a::text, ' ') FROM audit_entries a)
       AS text`,
    );
    for (const text of [redeemed.secret!, ...Object.values(halves)]) {
      const hidden = text.split('_').slice(3).join('_').slice(0, 43);
      expect([hidden, dump!.text.includes(hidden), desk.purser.logLines.join().includes(hidden)]).toEqual([
        hidden,
        false,
        false,
      ]);
    }
    for (const action of ['api_key.created', 'api_key.confirmed']) {
      expect(await desk.entries(action)).toContainEqual(expect.objectContaining({ subject_id: id }));
    }
    expect(await desk.entries('api_key.redeemed')).toContainEqual(
      expect.objectContaining({ subject_id: id, actor_id: id, actor_kind: 'API_KEY', client_address: '127.0.0.1' }),
    );
  });

  const INVALID = { apiKeyId: null, secret: null, userErrors: [{ code: 'HALVES_INVALID', field: ['input'] }] };

  it.each<[string, (halves: { id: string; firstHalf: string; secondHalf: string }) => Promise<unknown>]>([
    ['another second half', async (halves) => (halves.secondHalf = (await desk.confirmedKey()).secondHalf)],
    ['another first half', async (halves) => (halves.firstHalf = (await desk.confirmedKey()).firstHalf)],
    ['the first half twice', (halves) => Promise.resolve((halves.secondHalf = halves.firstHalf))],
    [
      'the halves the other way round',
      (halves) => {
        [halves.firstHalf, halves.secondHalf] = [halves.secondHalf, halves.firstHalf];
        return Promise.resolve();
      },
    ],
    ['texts that are none', (halves) => Promise.resolve((halves.firstHalf = 'x'))],
    ['a key that was revoked', ({ id }) => desk.change(desk.admin, 'revokeApiKey', { id, reason: 'Not needed.' })],
    ['a key that was confirmed a day ago', ({ id }) => sql('confirmed_at = confirmed_at - interval $$24 hours$$', id)],
    ['a key past its end', ({ id }) => sql('expires_at = now()', id)],
  ])('are not redeemed with %s', async (_, change_) => {
    const halves = await desk.confirmedKey();
    await change_(halves);
    expect(await desk.redeem({ firstHalf: halves.firstHalf, secondHalf: halves.secondHalf })).toEqual(INVALID);
  });

  it.each(['createdBy', 'confirmedBy'] as const)('are not redeemed once the key of %s was revoked', async (by) => {
    const people = {
      createdBy: await desk.newKey({ roles: ['ADMIN'] }),
      confirmedBy: await desk.newKey({ roles: ['APPROVER'] }),
    };
    const { apiKey, firstHalf } = await desk.change(people.createdBy.api, 'createApiKey', wanted());
    const { secondHalf } = await desk.change(people.confirmedBy.api, 'confirmApiKey', { id: apiKey!.id });
    const late = await desk.change(people.createdBy.api, 'createApiKey', wanted());
    await desk.change(desk.admin, 'revokeApiKey', { id: people[by].id, reason: 'They left.' });
    expect(await desk.redeem({ firstHalf: firstHalf!, secondHalf: secondHalf! })).toEqual(INVALID);
    const after = await desk.change(desk.approver, 'confirmApiKey', { id: late.apiKey!.id });
    expect(after.userErrors).toEqual(by === 'createdBy' ? [{ code: 'NOT_PENDING', field: ['input', 'id'] }] : []);
  });

  it('take nothing but the halves from somebody without a key, and that operation alone', async () => {
    const { firstHalf, secondHalf } = await desk.confirmedKey();
    const written = `mutation { redeemApiKey(input: { firstHalf: "${firstHalf}", secondHalf: "${secondHalf}" }) { secret } }`;
    expect((await desk.post({ query: written })).text).toContain('never written into the document');
    for (const query of [
      A_QUERY,
      '{ __typename }',
      'mutation { redeemApiKey { secret } rotateApiKey(input: { id: "x" }) { secret } }',
      `mutation A { redeemApiKey { secret } } query B ${A_QUERY}`,
      `${REDEEM} #${' '.repeat(1_000)}`,
    ]) {
      const { status, text } = await desk.post({ query, operationName: null });
      expect([query, status, text]).toEqual([query, 401, expect.stringContaining('UNAUTHENTICATED') as string]);
    }
    // Whoever comes with a credential comes with a good one.
    expect((await desk.post({ query: REDEEM, variables: {} }, { secret: 'x'.repeat(40) })).status).toBe(401);
    expect((await desk.redeem({ firstHalf, secondHalf })).secret).toMatch(/^pk_live_/);
  });

  it('are one person with who redeems them with a key of their own', async () => {
    const holder = await desk.newKey({ roles: ['ADMIN'] });
    const { id, firstHalf, secondHalf } = await desk.confirmedKey({ roles: ['APPROVER'] });
    const { secret } = await desk.redeem({ firstHalf, secondHalf }, { secret: holder.secret });
    const made = await desk.change(holder.api, 'createApiKey', wanted());
    expect((await desk.change(desk.purser.as(secret!), 'confirmApiKey', { id: made.apiKey!.id })).userErrors).toEqual([
      { code: 'SAME_PERSON', field: ['input', 'id'] },
    ]);
    expect(await desk.entries('api_key.redeemed')).toContainEqual(
      expect.objectContaining({ subject_id: id, actor_id: holder.id }),
    );
  });

  it('wait a hundred at a time', async () => {
    await desk.database.query(
      `INSERT INTO api_keys (id, name, first_half_hash, roles, created_by, expires_at)
       SELECT gen_random_uuid(), 'waits', sha256(n::text::bytea), '{viewer}', gen_random_uuid(), now() + interval '1 day'
       FROM generate_series(1, 100) AS n`,
    );
    const refused = await desk.change(desk.admin, 'createApiKey', wanted());
    expect(refused).toMatchObject({
      apiKey: null,
      firstHalf: null,
      userErrors: [{ code: 'TOO_MANY_PENDING', field: null }],
    });
    await desk.database.query(`DELETE FROM api_keys WHERE name = 'waits'`);
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
    const { apiKey, firstHalf, userErrors } = await desk.change(desk.admin, 'createApiKey', wanted(overrides));
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
    const { apiKey } = await desk.change(desk.admin, 'createApiKey', wanted());
    await expect(desk.database.query(`UPDATE api_keys SET ${set} WHERE id = $1`, [apiKey!.id])).rejects.toThrow(
      /chk_api_keys_(roles|separate_duties|two_people|lifetime|redeemed|halves)|never confirms it/,
    );
  });

  it('are confirmed within a day or never', async () => {
    const { apiKey } = await desk.change(desk.admin, 'createApiKey', wanted());
    await desk.database.query(`UPDATE api_keys SET created_at = created_at - interval '24 hours' WHERE id = $1`, [
      apiKey!.id,
    ]);
    expect(await desk.change(desk.approver, 'confirmApiKey', { id: apiKey!.id })).toMatchObject({
      apiKey: { status: 'EXPIRED' },
      userErrors: [{ code: 'NOT_PENDING' }],
    });
  });

  it('may hold single scopes, and see what these let them change', async () => {
    const { api } = await desk.newKey({ roles: [], scopes: ['orders:create'] });
    expect((await api.send(A_QUERY)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const { errors } = await api.send(
      `mutation { retryOrder(input: { orderId: "${randomUUID()}" }) { order { id } userErrors { code } } }`,
    );
    expect(errors).toEqual([]);
  });
});
