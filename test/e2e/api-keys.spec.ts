import { randomUUID } from 'node:crypto';
import { GraphqlClient } from '../support/graphql-client.js';
import { eventually } from '../support/eventually.js';
import { ProtocolSocket } from '../support/protocol-socket.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import {
  type Change,
  type ApiKey,
  GRANTED,
  KEY_FIELDS,
  KeyDesk,
  REDEEM,
  REFUSED,
  wanted,
} from '../support/api-keys-desk.js';
import { changeKey, type KeyFate, ownKeyId } from '../support/api-keys.js';
import { type AuditEntryView } from '../support/audit-log.js';

describe('API keys', () => {
  let desk: KeyDesk;
  let replica: TestPurser;

  beforeAll(async () => {
    desk = await KeyDesk.open();
    // This replica has low limits, so that tests can reach them.
    replica = await startPurser({
      ...desk.settings,
      KEY_REQUESTS_PER_SECOND: '1',
      KEY_REQUEST_BURST: '5',
      FAILED_AUTHENTICATIONS_PER_MINUTE: '3',
    });
  });

  afterAll(async () => {
    await replica.close();
    await desk.close();
  });

  const refusalsOf = (keyId: string): Promise<AuditEntryView[]> => desk.refusalsOf(keyId, [desk.purser, replica]);

  describe('rotation', () => {
    it('a rotated key accepts its old and new secret for a while, but never three secrets', async () => {
      const { id, secret, api } = await desk.newKey();
      const first = await desk.change(api, 'rotateApiKey', { id });
      expect(first).toMatchObject({ apiKey: { id, status: 'ACTIVE' }, userErrors: [] });
      expect(first.apiKey!.previousSecretUntil).not.toBeNull();
      expect(await desk.ask(secret)).toEqual(GRANTED);
      expect(await desk.ask(first.secret!)).toEqual(GRANTED);

      const second = await desk.change(desk.purser.as(first.secret!), 'rotateApiKey', { id, overlapHours: 1 });
      expect([await desk.ask(secret), await desk.ask(first.secret!), await desk.ask(second.secret!)]).toEqual([
        REFUSED,
        GRANTED,
        GRANTED,
      ]);
      expect(second.apiKey!.rotatedAt).not.toBe(first.apiKey!.rotatedAt);
      await changeKey(desk.database, id, 'has its newest secret alone');
      const third = await desk.change(desk.purser.as(second.secret!), 'rotateApiKey', { id, overlapHours: 0 });
      expect([await desk.ask(first.secret!), await desk.ask(second.secret!), await desk.ask(third.secret!)]).toEqual([
        REFUSED,
        REFUSED,
        GRANTED,
      ]);
    });

    const SUPERSEDED = { secret: null, userErrors: [{ code: 'SECRET_SUPERSEDED', field: ['input', 'id'] }] };

    it('only the newest secret can rotate a key, and the key shows when it was rotated', async () => {
      const { id, secret, api } = await desk.newKey();
      const { apiKey, secret: newest } = await desk.change(api, 'rotateApiKey', { id });
      for (const overlapHours of [0, 24]) {
        expect(await desk.change(api, 'rotateApiKey', { id, overlapHours })).toMatchObject(SUPERSEDED);
      }
      expect([await desk.ask(secret), await desk.ask(newest!)]).toEqual([GRANTED, GRANTED]);
      for (const holder of [api, desk.purser.as(newest!)]) {
        const { currentApiKey } = await holder.request<{ currentApiKey: ApiKey }>(
          `{ currentApiKey { ${KEY_FIELDS} } }`,
        );
        expect(currentApiKey).toMatchObject({ id, rotatedAt: apiKey!.rotatedAt });
      }
    });

    it('only the newest secret can rotate a key, even on a replica that has not heard of the rotation', async () => {
      const { id, secret, api } = await desk.newKey();
      expect(await desk.ask(secret, { at: replica.url })).toEqual(GRANTED);
      const { secret: newest } = await desk.change(api, 'rotateApiKey', { id, overlapHours: 0 });
      const far = new GraphqlClient({ url: replica.url, apiKey: secret });
      const answer = await far.send<{ rotateApiKey: Change }>(
        `mutation { rotateApiKey(input: { id: "${id}" }) { secret userErrors { code field } } }`,
      );
      expect(answer.data?.rotateApiKey ?? SUPERSEDED).toEqual(SUPERSEDED);
      expect(await desk.ask(newest!)).toEqual(GRANTED);
    });

    const NOT_OWN = { apiKey: null, secret: null, userErrors: [{ code: 'NOT_OWN_KEY', field: ['input', 'id'] }] };

    it('a caller can rotate only their own key', async () => {
      const [one, other] = [await desk.newKey({ roles: ['ADMIN'] }), await desk.newKey({ roles: ['ADMIN'] })];
      expect(await desk.change(one.api, 'rotateApiKey', { id: other.id })).toEqual(NOT_OWN);
      const narrower = await desk.newKey({ roles: ['VIEWER'] });
      expect(await desk.change(one.api, 'rotateApiKey', { id: narrower.id })).toEqual(NOT_OWN);
      expect(await refusalsOf(one.id)).toMatchObject([
        { operation: 'rotateApiKey', after: { why: 'NOT_OWN_KEY', id: other.id } },
        { operation: 'rotateApiKey', after: { why: 'NOT_OWN_KEY', id: narrower.id } },
      ]);
      expect([await desk.ask(other.secret), await desk.ask(narrower.secret)]).toEqual([GRANTED, GRANTED]);
      expect((await desk.change(one.api, 'rotateApiKey', { id: one.id, overlapHours: 25 })).userErrors).toMatchObject([
        { code: 'OVERLAP_INVALID' },
      ]);
    });

    it('a refused rotation does not reveal whether another key exists', async () => {
      const viewer = await desk.newKey({ roles: ['VIEWER'] });
      const revoked = await desk.newKey();
      await desk.change(desk.admin, 'revokeApiKey', { id: revoked.id, reason: 'Lost.' });
      const { apiKey: pending } = await desk.change(desk.admin, 'createApiKey', wanted());
      const configured = await ownKeyId(desk.approver);
      for (const id of [(await desk.newKey()).id, revoked.id, pending!.id, configured, randomUUID()]) {
        expect(await desk.change(viewer.api, 'rotateApiKey', { id, overlapHours: -1 })).toEqual(NOT_OWN);
      }
    });

    it('keys from the configuration cannot be rotated', async () => {
      const id = await ownKeyId(desk.admin);
      expect((await desk.change(desk.admin, 'rotateApiKey', { id })).userErrors).toMatchObject([
        { code: 'CONFIGURED_KEY' },
      ]);
    });
  });

  describe('revocation', () => {
    it('revoking a key ends it immediately on every replica, and closes its live sockets', async () => {
      const { id, secret } = await desk.newKey();
      const socket = await ProtocolSocket.open(desk.purser.url, secret);
      const far = await ProtocolSocket.open(replica.url, secret);
      for (const reason of ['', 'It paid with 4111 1111 1111 1111.']) {
        const bad = await desk.change(desk.admin, 'revokeApiKey', { id, reason });
        expect(bad.userErrors).toEqual([{ code: 'REASON_INVALID', field: ['input', 'reason'] }]);
      }

      const revoked = await desk.change(desk.admin, 'revokeApiKey', { id, reason: 'Left on a bus.' });
      expect(revoked).toMatchObject({ apiKey: { status: 'REVOKED', revokeReason: 'Left on a bus.' }, userErrors: [] });
      expect(await desk.ask(secret)).toEqual(REFUSED);
      expect([(await socket.closed).code, (await far.closed).code]).toEqual([4401, 4401]);
      expect(await desk.change(desk.admin, 'revokeApiKey', { id, reason: 'Again.' })).toMatchObject({
        userErrors: [{ code: 'ALREADY_REVOKED' }],
      });
      expect(await desk.entries('api_key.revoked')).toContainEqual(
        expect.objectContaining({
          subjectId: id,
          reason: 'Left on a bus.',
          actor: expect.objectContaining({ name: 'bootstrap' }) as object,
        }),
      );
    });

    it('revoking a key also closes live sockets from a throttled address', async () => {
      const { id, secret } = await desk.newKey();
      const from = '192.0.2.9';
      const open = (): Promise<ProtocolSocket> => ProtocolSocket.open(replica.url, secret, { 'x-forwarded-for': from });
      const first = await open();
      await eventually('the address is told to wait', async () =>
        (await desk.ask(`wrong-key-${randomUUID()}`, { at: replica.url, from })).status === 429 ? true : undefined,
      );
      // Opened a while after the first socket, when the key's recent authentication is no longer remembered.
      const second = await open();
      await desk.change(desk.admin, 'revokeApiKey', { id, reason: 'Left on a train.' });
      expect([(await first.closed).code, (await second.closed).code]).toEqual([4401, 4401]);
      // Nobody has presented the key since. Checking the open sockets does not count as an attempt.
      expect(await refusalsOf(id)).toEqual([]);
    });

    it('refuses to revoke a key that does not exist', async () => {
      expect(await desk.change(desk.admin, 'revokeApiKey', { id: randomUUID(), reason: 'Lost.' })).toMatchObject({
        apiKey: null,
        userErrors: [{ code: 'NOT_FOUND' }],
      });
    });
  });

  describe('inactive keys', () => {
    it.each<[string, KeyFate]>([
      ['EXPIRED', 'is past its end'],
      ['REPLACED', 'was replaced in the configuration'],
      ['REVOKED', 'was revoked'],
    ])('the audit log records a use of a key that is %s', async (status, fate) => {
      const { id, secret } = await desk.newKey();
      await changeKey(desk.database, id, fate);
      expect(await desk.ask(secret, { from: '198.51.100.7' })).toEqual(REFUSED);
      // The audit entry is written after the answer, so wait for the first before trying again.
      expect(await refusalsOf(id)).toHaveLength(1);
      const socket = await ProtocolSocket.open(desk.purser.url, secret);
      expect((await socket.closed).code).toBe(4403);
      const trace = {
        actor: { kind: 'API_KEY', name: expect.stringMatching(/^shop \d+$/) as string },
        operation: null,
        subjectId: null,
        after: { why: 'KEY_NOT_ACTIVE', status },
      };
      expect(await refusalsOf(id)).toMatchObject([{ ...trace, clientAddress: '198.51.100.7' }, trace]);
    });
  });

  describe('address restrictions', () => {
    it('a key works only from its allowed addresses over HTTP and WebSocket, and other uses are audited', async () => {
      const { id, secret } = await desk.newKey({ allowedAddresses: ['203.0.113.7/24', '2001:db8::/32'] });
      expect((await desk.listed(id))?.allowedAddresses).toEqual(['203.0.113.0/24', '2001:db8::/32']);
      const within = ['203.0.113.200', '2001:db8:1::1', '::ffff:203.0.113.9'];
      for (const from of within) expect([from, await desk.ask(secret, { from })]).toEqual([from, GRANTED]);
      const without = ['203.0.114.1', '2001:db9::1', '127.0.0.1', 'unknown', '203.0.113.1.evil.example'];
      for (const from of without) expect([from, await desk.ask(secret, { from })]).toEqual([from, REFUSED]);
      expect(await desk.ask(secret)).toEqual(REFUSED);

      const socket = await ProtocolSocket.open(desk.purser.url, secret, { 'x-forwarded-for': '203.0.113.1' });
      socket.close();
      const refused = await ProtocolSocket.open(desk.purser.url, secret, { 'x-forwarded-for': '198.51.100.1' });
      expect(await refused.closed).toEqual({ code: 4403, reason: 'This API key may not be used from this address.' });
      const trace = await eventually('it is in the audit log', async () =>
        (await desk.entries('access.refused')).find((entry) => entry.clientAddress === '198.51.100.1'),
      );
      expect(trace).toMatchObject({
        actor: { id, name: expect.stringMatching(/^shop \d+$/) as string },
        after: { why: 'ADDRESS_NOT_ALLOWED' },
      });
    });
  });

  describe('limits', () => {
    it('a caller with too many requests is throttled over HTTP and WebSocket, and other callers are not', async () => {
      const [{ secret }, other] = [await desk.newKey(), await desk.newKey()];
      // The limit is a burst of 5 plus one request a second; 30 exceed it even on a slow machine.
      const answers = await Promise.all(Array.from({ length: 30 }, () => desk.ask(secret, { at: replica.url })));
      expect(answers).toContainEqual(GRANTED);
      expect(answers).toContainEqual({ status: 429, code: 'RATE_LIMITED', retryAfter: '1' });
      expect(await desk.ask(other.secret, { at: replica.url })).toEqual(GRANTED);

      const socket = await ProtocolSocket.open(replica.url, secret);
      const codes: string[] = [];
      for (let n = 0; n < 15; n += 1) {
        const operation = { document: 'subscription { nothing }', variables: {} };
        codes.push(...(await socket.codesOf(operation, { isQuiet: false })));
      }
      socket.close();
      expect(codes).toContain('RATE_LIMITED');
    });

    it('invalid keys throttle only the address they come from', async () => {
      const { secret } = await desk.newKey();
      const guess = (n: number): string => `pk_live_0000000000_${'0'.repeat(42)}${n}_000000`;
      const from = '192.0.2.1';
      expect(await desk.ask(secret, { at: replica.url, from })).toEqual(GRANTED);
      for (let n = 0; n < 3; n += 1) expect(await desk.ask(guess(n), { at: replica.url, from })).toEqual(REFUSED);
      expect(await desk.ask(guess(4), { at: replica.url, from })).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
      expect(await ProtocolSocket.refusal(replica.url, guess(4), { 'x-forwarded-for': from })).toBe(1013);
      const trace = await eventually('it is in the audit log', async () =>
        (await desk.entries('access.failed_repeatedly')).find((entry) => entry.clientAddress === from),
      );
      expect(trace).toMatchObject({ actor: { kind: 'PURSER' }, after: { failures: '3' } });
      // A key that was accepted from this address recently is still accepted.
      expect(await desk.ask(secret, { at: replica.url, from })).toEqual(GRANTED);
      expect(await desk.ask(guess(5), { at: replica.url, from: '192.0.2.2' })).toEqual(REFUSED);
    });

    it('concurrent invalid keys get no more attempts than sequential ones', async () => {
      const guesser = { at: replica.url, from: '192.0.2.3' };
      const guesses = Array.from({ length: 12 }, () => desk.ask(`wrong-key-${randomUUID()}`, guesser));
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([401, 401, 401, ...Array.from({ length: 9 }, () => 429)]);
    });

    it('valid keys never throttle their address, however many are used concurrently', async () => {
      const from = '192.0.2.4';
      const secrets = await Promise.all(Array.from({ length: 3 }, async () => (await desk.newKey()).secret));
      for (let round = 0; round < 2; round += 1) {
        const answers = await Promise.all(
          secrets.flatMap((secret) => [1, 2].map(() => desk.ask(secret, { at: replica.url, from }))),
        );
        expect(answers).toEqual(answers.map(() => GRANTED));
      }
    });

    it('wrong key halves count as failed attempts from their address', async () => {
      const from = '192.0.2.77';
      const { firstHalf, secondHalf } = await desk.confirmedKey();
      const guess = (half: string): Promise<{ readonly status: number; readonly text: string }> =>
        desk.post({ query: REDEEM, variables: { input: { firstHalf, secondHalf: half } } }, { at: replica.url, from });
      for (let n = 0; n < 3; n += 1) expect((await guess(firstHalf)).text).toContain('HALVES_INVALID');
      expect(await guess(secondHalf)).toMatchObject({
        status: 429,
        text: expect.stringContaining('RATE_LIMITED') as string,
      });
      expect((await desk.ask(`wrong-key-${randomUUID()}`, { at: replica.url, from })).status).toBe(429);
      // The correct halves can still be redeemed.
      expect((await desk.redeem({ firstHalf, secondHalf })).userErrors).toEqual([]);
    });
  });

  it('refusals are audited up to twenty times a minute, and only counted after that', async () => {
    const { id, api } = await desk.newKey({ roles: ['VIEWER'] });
    const document = `mutation { revokeApiKey(input: { id: "${id}", reason: "x" }) { userErrors { code } } }`;
    for (let n = 0; n < 25; n += 1) {
      expect((await api.send(document)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    }
    const own = await refusalsOf(id);
    const after = { why: 'SCOPE_MISSING', scope: 'keys:manage' };
    expect(own).toHaveLength(20);
    for (const entry of own) {
      expect(entry).toMatchObject({ operation: 'revokeApiKey', clientAddress: '127.0.0.1' });
      expect(entry.after).toEqual(after);
    }

    const start = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => start + 61_000);
    await api.send(document);
    clock.mockRestore();
    expect((await refusalsOf(id)).slice(20)).toMatchObject([{ after: { ...after, unrecorded: '5' } }]);
  });
});
