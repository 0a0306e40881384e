import { randomUUID } from 'node:crypto';
import {
  agree,
  confirmChange,
  declineChange,
  factsOf,
  lapseChangeRequests,
  openChanges,
  proposed,
} from '../support/change-requests.js';
import { eventually } from '../support/eventually.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { A_QUERY, GRANTED, inDays, KeyDesk, REDEEM, REFUSED, wanted } from '../support/api-keys-desk.js';
import { changeKey, insertPendingKeys } from '../support/api-keys.js';
import { storedText } from '../support/stored-text.js';

describe('new API keys', () => {
  let desk: KeyDesk;

  beforeAll(async () => {
    desk = await KeyDesk.open();
  });

  afterAll(() => desk.close());

  it('creating a key takes two people, and only its holder sees the secret', async () => {
    const made = await desk.change(desk.admin, 'createApiKey', wanted({ name: 'once' }));
    const { id, prefix, createdBy } = made.apiKey!;
    expect(made.userErrors).toEqual([]);
    expect(made.apiKey).toMatchObject({ status: 'PENDING', roles: ['OPERATOR'], redeemedAt: null });
    expect(made.firstHalf).toMatch(/^pk1_live_[0-9A-Za-z]{10}_[\w-]{43}_[0-9a-f]{6}$/);

    const request = proposed(made);
    expect(request).toMatchObject({
      kind: 'API_KEY',
      subject: id,
      status: 'PENDING',
      reason: null,
      proposedBy: createdBy,
    });
    expect(factsOf(request)).toMatchObject({ name: 'once', prefix, roles: 'operator', scopes: '', accountIds: '' });

    const own = await confirmChange(desk.admin, request);
    expect(own).toMatchObject({ secondHalf: null, userErrors: [{ code: 'OWN_REQUEST' }] });
    expect(await desk.refusalsOf(createdBy!.id)).toContainEqual(
      expect.objectContaining({
        operation: 'confirmChangeRequest',
        after: { why: 'OWN_REQUEST', id: request.id },
      }),
    );

    const confirmed = await confirmChange(desk.approver, request);
    expect(confirmed).toMatchObject({ changeRequest: { status: 'CONFIRMED' }, userErrors: [] });
    const waiting = await desk.listed(id);
    expect(waiting).toMatchObject({ status: 'PENDING', redeemedAt: null });
    expect(waiting!.confirmedBy).toEqual(confirmed.changeRequest!.closedBy);
    expect(waiting!.confirmedBy).not.toEqual(createdBy);
    expect(confirmed.secondHalf).toMatch(/^pk2_live_/);
    expect(await confirmChange(desk.approver, request)).toMatchObject({
      secondHalf: null,
      userErrors: [{ code: 'CHANGE_REQUEST_CLOSED', field: ['input', 'id'] }],
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
    const stored = await storedText(desk.database, 'api_keys', 'audit_entries');
    for (const text of [redeemed.secret!, ...Object.values(halves)]) {
      const hidden = text.split('_').slice(3).join('_').slice(0, 43);
      expect([hidden, stored.includes(hidden), desk.purser.logLines.join().includes(hidden)]).toEqual([
        hidden,
        false,
        false,
      ]);
    }
    for (const action of [
      'api_key.created',
      'change_request.proposed',
      'change_request.confirmed',
      'api_key.confirmed',
    ]) {
      expect(await desk.entries(action)).toContainEqual(expect.objectContaining({ subjectId: id }));
    }
    expect(await desk.entries('api_key.redeemed')).toContainEqual(
      expect.objectContaining({
        subjectId: id,
        actor: expect.objectContaining({ id, kind: 'API_KEY' }) as object,
        clientAddress: '127.0.0.1',
      }),
    );
  });

  it('an actor is shown with the first characters of their key', async () => {
    const { id, secret, api } = await desk.newKey({ name: 'Till of Porto', roles: ['ADMIN'] });
    const shown = { name: 'Till of Porto', keyPrefix: secret.slice(0, 18) };
    const made = await desk.change(api, 'createApiKey', wanted({ name: 'Till of Faro' }));

    const ACTOR = 'name keyPrefix';
    const asked = await desk.admin.request(
      `query ($id: ID!, $ids: [ID!]!) {
        actors(ids: $ids) { ${ACTOR} }
        apiKey(id: $id) { createdBy { ${ACTOR} } confirmedBy { ${ACTOR} } }
        auditEntries(first: 1, filter: { action: "api_key.created" }) { nodes { actor { ${ACTOR} } } }
      }`,
      { id: made.apiKey!.id, ids: [id] },
    );
    expect(asked).toEqual({
      actors: [shown],
      apiKey: { createdBy: shown, confirmedBy: null },
      auditEntries: { nodes: [{ actor: shown }] },
    });
    expect(await api.request(`{ viewer { actor { ${ACTOR} } } }`)).toEqual({ viewer: { actor: shown } });

    // The configured key has no known format, so any part of it may be secret.
    const configured = await desk.admin.request(`{ viewer { actor { ${ACTOR} } } }`);
    expect(configured).toMatchObject({ viewer: { actor: { keyPrefix: null } } });
  });

  it('two active keys cannot have the same name in any case, even if created concurrently', async () => {
    const input = wanted({ name: 'Till of Lisbon' });
    const made = await Promise.all(
      ['Till of Lisbon', 'till of lisbon', 'Till of Lisbon'].map((name) =>
        desk.change(desk.admin, 'createApiKey', { ...input, name }),
      ),
    );
    const refused = made.filter(({ apiKey }) => apiKey === null);
    expect(refused.map(({ userErrors }) => userErrors)).toEqual(
      Array(2).fill([expect.objectContaining({ code: 'NAME_TAKEN', field: ['input', 'name'] })]),
    );
    const kept = made.find(({ apiKey }) => apiKey !== null)!;
    await desk.change(desk.admin, 'revokeApiKey', { id: kept.apiKey!.id, reason: 'Not needed.' });
    expect((await desk.change(desk.admin, 'createApiKey', input)).userErrors).toEqual([]);
    const purser = await desk.change(desk.admin, 'createApiKey', wanted({ name: 'Purser' }));
    expect(purser.userErrors).toMatchObject([{ code: 'NAME_INVALID', field: ['input', 'name'] }]);
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
    ['a key that was confirmed a day ago', ({ id }) => changeKey(desk.database, id, 'was confirmed a day ago')],
    ['a key past its end', ({ id }) => changeKey(desk.database, id, 'is past its end')],
  ])('refuses to redeem a key with %s', async (_, change_) => {
    const halves = await desk.confirmedKey();
    await change_(halves);
    expect(await desk.redeem({ firstHalf: halves.firstHalf, secondHalf: halves.secondHalf })).toEqual(INVALID);
  });

  it.each(['createdBy', 'confirmedBy'] as const)(
    'refuses to redeem a key after the key of %s was revoked',
    async (by) => {
      const people = {
        createdBy: await desk.newKey({ roles: ['ADMIN'] }),
        confirmedBy: await desk.newKey({ roles: ['APPROVER'] }),
      };
      const made = await desk.change(people.createdBy.api, 'createApiKey', wanted());
      const { secondHalf } = await agree(people.confirmedBy.api, made);
      const late = await desk.change(people.createdBy.api, 'createApiKey', wanted());
      await desk.change(desk.admin, 'revokeApiKey', { id: people[by].id, reason: 'They left.' });
      expect(await desk.redeem({ firstHalf: made.firstHalf!, secondHalf: secondHalf! })).toEqual(INVALID);
      const after = await confirmChange(desk.approver, proposed(late));
      expect(after.userErrors.map(({ code }) => code)).toEqual(by === 'createdBy' ? ['CHANGE_REQUEST_CLOSED'] : []);
    },
  );

  it('a caller without a key may redeem one, and do nothing else', async () => {
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
    // A request with an invalid credential is refused even if it redeems a key.
    expect((await desk.post({ query: REDEEM, variables: {} }, { secret: 'x'.repeat(40) })).status).toBe(401);
    expect((await desk.redeem({ firstHalf, secondHalf })).secret).toMatch(/^pk_live_/);
  });

  it('a key and the caller who redeemed it count as one person', async () => {
    const holder = await desk.newKey({ roles: ['ADMIN'] });
    const { id, firstHalf, secondHalf } = await desk.confirmedKey({ roles: ['APPROVER'] });
    const { secret } = await desk.redeem({ firstHalf, secondHalf }, { secret: holder.secret });
    const made = await desk.change(holder.api, 'createApiKey', wanted());
    expect((await confirmChange(desk.purser.as(secret!), proposed(made))).userErrors).toMatchObject([
      { code: 'SAME_PERSON', field: null },
    ]);
    expect(await desk.entries('api_key.redeemed')).toContainEqual(
      expect.objectContaining({ subjectId: id, actor: expect.objectContaining({ id: holder.id }) as object }),
    );
  });

  it('at most a hundred keys can wait to be redeemed', async () => {
    const forget = await insertPendingKeys(desk.database, 100);
    const refused = await desk.change(desk.admin, 'createApiKey', wanted());
    expect(refused).toMatchObject({
      apiKey: null,
      firstHalf: null,
      userErrors: [{ code: 'TOO_MANY_PENDING', field: null }],
    });
    await forget();
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
  ])('refuses to create keys %s', async (_, overrides, code, field) => {
    const { apiKey, firstHalf, userErrors } = await desk.change(desk.admin, 'createApiKey', wanted(overrides));
    expect({ apiKey, firstHalf, userErrors }).toEqual({
      apiKey: null,
      firstHalf: null,
      userErrors: [{ code, field: ['input', ...field] }],
    });
  });

  it('an unconfirmed key expires after a day', async () => {
    const made = await desk.change(desk.admin, 'createApiKey', wanted());
    await changeKey(desk.database, made.apiKey!.id, 'was made a day ago');
    expect(await confirmChange(desk.approver, proposed(made))).toMatchObject({
      changeRequest: { status: 'FAILED' },
      secondHalf: null,
      userErrors: [{ code: 'OUTDATED', field: ['input', 'id'] }],
    });
    const other = await desk.change(desk.admin, 'createApiKey', wanted());
    await lapseChangeRequests(desk.database, other.apiKey!.id);
    expect(await confirmChange(desk.approver, proposed(other))).toMatchObject({
      changeRequest: { status: 'EXPIRED' },
      userErrors: [{ code: 'CHANGE_REQUEST_CLOSED' }],
    });
  });

  it('declining the change request for a key revokes the key, and revoking the key closes the request', async () => {
    const declined = await desk.change(desk.admin, 'createApiKey', wanted());
    expect(await declineChange(desk.approver, proposed(declined), 'Nobody asked me.')).toMatchObject({
      changeRequest: { status: 'DECLINED' },
      userErrors: [],
    });
    expect(await desk.listed(declined.apiKey!.id)).toMatchObject({
      status: 'REVOKED',
      revokeReason: 'Nobody asked me.',
    });
    const revoked = await desk.change(desk.admin, 'createApiKey', wanted());
    await desk.change(desk.admin, 'revokeApiKey', { id: revoked.apiKey!.id, reason: 'A mistake.' });
    expect((await confirmChange(desk.approver, proposed(revoked))).userErrors).toMatchObject([
      { code: 'CHANGE_REQUEST_CLOSED' },
    ]);
  });

  it('only people who manage keys see proposed keys', async () => {
    const made = await desk.change(desk.admin, 'createApiKey', wanted());
    const { id } = proposed(made);
    const idsSeenBy = async (api: GraphqlClient): Promise<string[]> => (await openChanges(api)).map((one) => one.id);
    expect(await idsSeenBy(desk.approver)).toContain(id);
    const viewer = await desk.newKey({ roles: ['VIEWER'] });
    expect(await idsSeenBy(viewer.api)).not.toContain(id);
    const other = await desk.newKey({ roles: [], scopes: ['changes:confirm', 'policies:change'] });
    for (const answer of [
      await confirmChange(other.api, proposed(made)),
      await declineChange(other.api, proposed(made)),
    ]) {
      expect(answer).toMatchObject({ changeRequest: null, userErrors: [{ code: 'CHANGE_REQUEST_NOT_FOUND' }] });
    }
  });

  it('a key with a single scope sees the objects that its mutations return', async () => {
    const { api } = await desk.newKey({ roles: [], scopes: ['orders:create'] });
    expect((await api.send(A_QUERY)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    const { errors } = await api.send(
      `mutation { retryOrder(input: { orderId: "${randomUUID()}" }) { order { id } userErrors { code } } }`,
    );
    expect(errors).toEqual([]);
  });
});
