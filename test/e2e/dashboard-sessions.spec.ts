import { randomUUID } from 'node:crypto';
import { changeKey, insertKey, type KeyFate } from '../support/api-keys.js';
import { auditEntries } from '../support/audit-log.js';
import {
  ageProof,
  ageSession,
  DashboardPage,
  forgetActors,
  type Headers,
  OWN_ORIGIN,
} from '../support/dashboard-page.js';
import { KeyDesk } from '../support/api-keys-desk.js';
import { recordedPayout } from '../support/payouts.js';
import { eventually } from '../support/eventually.js';
import { ProtocolSocket } from '../support/protocol-socket.js';
import { startPurser, TEST_SETTINGS, type TestPurser } from '../support/purser.js';
import { storedText } from '../support/stored-text.js';

const CURRENT_KEY = '{ currentApiKey { id } }';
const OTHER_ORIGIN = 'https://shop.example.com';
const MINUTE_MS = 60_000;

describe('dashboard sign-in', () => {
  let desk: KeyDesk;
  let replica: TestPurser;

  beforeAll(async () => {
    desk = await KeyDesk.open({ ALLOWED_ORIGINS: OTHER_ORIGIN, PAYOUT_APPROVERS_DEFAULT: '1' });
    replica = await startPurser(desk.settings);
  });

  afterAll(async () => {
    await replica.close();
    await desk.close();
  });

  async function viewerKey(): Promise<{ readonly id: string; readonly secret: string }> {
    const id = randomUUID();
    return { id, secret: await insertKey(desk.database, { id, name: 'viewer', roles: ['viewer'] }) };
  }

  async function signedIn(url = desk.purser.url): Promise<{
    readonly page: DashboardPage;
    readonly keyId: string;
    readonly secret: string;
  }> {
    const { id: keyId, secret } = await viewerKey();
    return { page: await DashboardPage.signedIn(url, secret), keyId, secret };
  }

  const minutesUntil = (endsAt: string | null): number => (Date.parse(endsAt ?? '') - Date.now()) / MINUTE_MS;

  it('signing in sets a cookie hidden from scripts and other sites, and tells when the session ends', async () => {
    const { id, secret } = await viewerKey();
    const page = new DashboardPage(desk.purser.url);
    expect(await page.session()).toMatchObject({ status: 200, endsAt: null });
    const { status, headers, endsAt } = await page.signIn(secret);
    expect(status).toBe(201);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^purser-local=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(minutesUntil(endsAt)).toBeGreaterThan(29);
    expect(minutesUntil(endsAt)).toBeLessThanOrEqual(30);
    expect(minutesUntil((await page.session()).endsAt)).toBeGreaterThan(29);
    expect(JSON.parse((await page.send(CURRENT_KEY)).text)).toEqual({ data: { currentApiKey: { id } } });
    const [entry] = await auditEntries(desk.admin, { actorId: id, action: 'dashboard_session.started' });
    expect(entry).toMatchObject({ actor: { id }, subjectId: id, clientAddress: '127.0.0.1' });
  });

  it('a session has exactly the rights of its key and acts in its name', async () => {
    const { page, keyId } = await signedIn();
    expect(await page.send('{ apiKeys { nodes { id } } }')).toMatchObject({ status: 200, code: 'FORBIDDEN' });
    const [refusal] = await desk.refusalsOf(keyId);
    expect(refusal).toMatchObject({ operation: 'apiKeys', after: { why: 'SCOPE_MISSING' } });
  });

  it.each([
    ['a wrong key', 'pk_test_wrong_0123456789abcdefghijklmnopq', 401, 'UNAUTHENTICATED'],
    ['nothing like a key', 'letmein', 401, 'UNAUTHENTICATED'],
    ['a key that is no text', ['x'], 400, 'BAD_REQUEST'],
    ['no key', undefined, 400, 'BAD_REQUEST'],
  ])('refuses a sign-in with %s', async (_, apiKey, status, code) => {
    const page = new DashboardPage(desk.purser.url);
    expect(await page.signIn(apiKey)).toMatchObject({ status, code });
    expect(page.cookie).toBeNull();
  });

  it('failed sign-ins use up the failed attempts of their address', async () => {
    const { secret } = await viewerKey();
    const strict = await startPurser({ ...desk.settings, FAILED_AUTHENTICATIONS_PER_MINUTE: '3' });
    const page = new DashboardPage(strict.url, '192.0.2.44');
    for (let n = 0; n < 3; n += 1) {
      expect((await page.signIn(`pk_test_wrong_0123456789abcdefghijklmno_${n}`)).status).toBe(401);
    }
    const refused = await page.signIn(secret);
    expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await new DashboardPage(strict.url, '192.0.2.45').signIn(secret)).status).toBe(201);
    await strict.close();
  });

  it('a new sign-in in the same browser ends the previous session', async () => {
    const { page, secret } = await signedIn();
    const before = page.at(desk.purser.url);
    await page.signIn(secret);
    expect(page.cookie).not.toBe(before.cookie);
    expect([(await before.session()).endsAt, (await page.session()).endsAt]).toEqual([null, expect.any(String)]);
  });

  const FORGED: readonly (readonly [string, Headers])[] = [
    ['from another origin', { origin: OTHER_ORIGIN }],
    ['from another port', { origin: 'http://127.0.0.1:3001' }],
    ['from a sandboxed frame', { origin: 'null' }],
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from a sibling', { 'sec-fetch-site': 'same-site' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
    ['without a word on its site', { 'sec-fetch-site': undefined }],
    ['without X-Purser-Session', { 'x-purser-session': undefined }],
    ['with another X-Purser-Session', { 'x-purser-session': '0' }],
  ];

  describe.each(FORGED)('requests %s', (_, headers) => {
    it('refuses every request with the cookie, on every endpoint', async () => {
      const { page } = await signedIn();
      const answers = [
        await page.send(CURRENT_KEY, headers),
        await page.session(headers),
        await page.signOut(headers),
        await page.signOutEverywhere(headers),
        await page.prove('x', headers),
        await new DashboardPage(desk.purser.url).signIn('x', headers),
      ];
      expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [403, 'FORBIDDEN']));
      expect((await page.session()).endsAt).not.toBeNull();
    });
  });

  it.each([
    ['without an origin', { origin: undefined }],
    ['with a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['with plain text', { 'content-type': 'text/plain' }],
    ['with JSON that is none', { 'content-type': 'application/jsonp' }],
  ])('refuses a POST request %s', async (_, headers) => {
    const { page, secret } = await signedIn();
    expect((await page.send(CURRENT_KEY, headers)).status).toBe(403);
    expect((await page.signIn(secret, headers)).status).toBe(403);
    expect((await page.prove(secret, headers)).status).toBe(403);
  });

  it('refuses two cookies of the same name', async () => {
    const [{ page }, other] = [await signedIn(), await signedIn()];
    const cookie = `${page.cookie}; ${other.page.cookie}`;
    expect((await page.send(CURRENT_KEY, { cookie })).status).toBe(401);
  });

  it('an API key in the header takes precedence over the cookie, on both transports', async () => {
    const { page, keyId } = await signedIn();
    const other = await viewerKey();
    const foreign = { origin: OTHER_ORIGIN, 'sec-fetch-site': 'same-site', 'x-purser-session': undefined };
    const asOther = await page.send(CURRENT_KEY, { ...foreign, authorization: `Bearer ${other.secret}` });
    expect(JSON.parse(asOther.text)).toEqual({ data: { currentApiKey: { id: other.id } } });
    for (const authorization of ['', 'Bearer pk_test_wrong_0123456789abcdefghijklmnopq', page.secret]) {
      expect((await page.send(CURRENT_KEY, { authorization })).status).toBe(401);
    }
    expect((await page.send(CURRENT_KEY, { authorization: `Bearer ${page.secret}` })).status).toBe(401);
    expect((await (await page.socket('pk_test_wrong_0123456789abcdefghijklmnopq')).closed).code).toBe(4403);
    const socket = await page.socket(await insertKey(desk.database, { scopes: ['ledger:read'] }));
    const operation = { document: 'subscription { orderStatusChanged { cursor } }', variables: {} };
    expect(await socket.codesOf(operation, { isQuiet: false })).toEqual(['FORBIDDEN']);
    socket.close();
    expect(await auditEntries(desk.admin, { actorId: keyId, action: 'access.refused' })).toEqual([]);
  });

  it('an origin that CORS allows to call the API still cannot sign in', async () => {
    for (const path of ['/graphql', '/dashboard/session']) {
      const preflight = await fetch(`${desk.purser.url}${path}`, {
        method: 'OPTIONS',
        headers: {
          origin: OTHER_ORIGIN,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-purser-session',
        },
      });
      expect(preflight.headers.get('access-control-allow-origin')).toBe(OTHER_ORIGIN);
      expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
      expect(preflight.headers.get('access-control-allow-headers')).not.toContain('x-purser-session');
    }
  });

  describe('sockets', () => {
    it('a page of our own origin opens a socket with its cookie', async () => {
      const { page } = await signedIn();
      const socket = await page.socket();
      const operation = { document: 'subscription { orderStatusChanged { cursor } }', variables: {} };
      expect(await socket.codesOf(operation, { isQuiet: true })).toEqual([]);
      socket.close();
      expect(await page.upgradeStatus({ 'sec-fetch-site': 'same-origin' })).toBe(101);
    });

    it.each([
      ['another origin', { origin: 'https://evil.example' }],
      ['another port', { origin: 'http://127.0.0.1:3001' }],
      ['the own origin, without the cookie', { cookie: undefined }],
      ['the own origin, by a forged site', { 'sec-fetch-site': 'cross-site' }],
      ['the own origin, by a sibling', { 'sec-fetch-site': 'same-site' }],
    ])('refuses a socket with the cookie from %s', async (_, headers) => {
      const { page } = await signedIn();
      expect(await page.upgradeStatus(headers)).toBe(403);
    });

    it.each([
      ['an allowed origin', { origin: OTHER_ORIGIN }],
      ['no browser', { origin: undefined }],
    ])('a socket from %s needs a key, and ignores the cookie', async (_, headers) => {
      const { page, secret } = await signedIn();
      expect((await (await page.socket(null, headers)).closed).code).toBe(4403);
      (await page.socket(secret, headers)).close();
    });

    it('a socket whose key is not a string gets no access by its cookie', async () => {
      const { page } = await signedIn();
      const write = { type: 'connection_init', payload: { Authorization: ['x'] } };
      const socket = await ProtocolSocket.begin(
        desk.purser.url,
        (raw) => {
          raw.send(JSON.stringify(write));
        },
        { origin: OWN_ORIGIN, cookie: page.cookie! },
      );
      expect((await socket.closed).code).toBe(4403);
    });
  });

  describe('the end of a session', () => {
    /** A session that was started at one replica and used at both, with a socket to each. */
    interface Known {
      readonly page: DashboardPage;
      readonly far: DashboardPage;
      readonly keyId: string;
      readonly sockets: readonly ProtocolSocket[];
    }

    async function known(): Promise<Known> {
      const { page, keyId } = await signedIn();
      const far = page.at(replica.url);
      for (const one of [page, far]) expect((await one.send(CURRENT_KEY)).code).toBeNull();
      return { page, far, keyId, sockets: [await page.socket(), await far.socket()] };
    }

    const FATES: readonly KeyFate[] = [
      'was revoked',
      'is past its end',
      'was replaced in the configuration',
      'has another secret',
    ];

    const ENDINGS: Readonly<Record<string, (session: Known) => Promise<unknown>>> = {
      'when somebody signs out': ({ page }) => page.signOut(),
      'when it was idle for half an hour': ({ keyId }) => ageSession(desk.database, keyId, { idle: '30 minutes' }),
      'when twelve hours have passed, however busy they were': ({ keyId }) =>
        ageSession(desk.database, keyId, { idle: '0', age: '12 hours' }),
      ...Object.fromEntries(
        FATES.map((fate) => [`when its key ${fate}`, ({ keyId }: Known) => changeKey(desk.database, keyId, fate)]),
      ),
    };

    let sessions: Readonly<Record<string, Known>>;

    // All sessions are ended together, because replicas take seconds to notice.
    beforeAll(async () => {
      const names = Object.keys(ENDINGS);
      sessions = Object.fromEntries(
        await Promise.all(names.map(async (name): Promise<[string, Known]> => [name, await known()])),
      );
      for (const name of names) await ENDINGS[name]!(sessions[name]!);
    });

    it.each(Object.keys(ENDINGS))('a session ends %s, on every replica and on live sockets', async (name) => {
      const { page, far, sockets } = sessions[name]!;
      for (const { closed } of sockets) expect(await closed).toEqual({ code: 4401, reason: 'Session ended' });
      for (const one of [page, far]) {
        const refused = await eventually('it is refused', async () => {
          const answer = await one.send(CURRENT_KEY);
          return answer.status === 200 ? null : answer;
        });
        expect(refused).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
        expect((await one.session()).endsAt).toBeNull();
        expect((await (await one.socket()).closed).code).toBe(4403);
      }
    });

    it('a cookie of an ended session does not prevent redeeming a key', async () => {
      const { page, keyId } = await signedIn();
      await changeKey(desk.database, keyId, 'is past its end');
      const { firstHalf, secondHalf } = await desk.confirmedKey();
      const redeem = `mutation ($input: RedeemApiKeyInput!) { redeemApiKey(input: $input) { secret userErrors { code } } }`;
      const redeemed = await page.send(redeem, {}, { input: { firstHalf, secondHalf } });
      expect(JSON.parse(redeemed.text)).toMatchObject({ data: { redeemApiKey: { userErrors: [] } } });
      expect((await page.send(CURRENT_KEY)).text).toContain('The session has ended; sign in again.');
    });

    it('a session continues when its key loses a scope, and its sockets reconnect', async () => {
      const { page, keyId } = await signedIn();
      const socket = await page.socket();
      await changeKey(desk.database, keyId, 'opens less');
      expect(await socket.closed).toEqual({ code: 4401, reason: 'Session changed' });
      expect((await page.session()).endsAt).not.toBeNull();
    });

    it('signing out ends a session immediately and clears the cookie, and may be repeated', async () => {
      const { page, keyId } = await signedIn();
      expect((await page.send(CURRENT_KEY)).status).toBe(200);
      const { status, headers } = await page.signOut();
      expect(status).toBe(200);
      expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^purser-local=; .*Expires=Thu, 01 Jan 1970/)]);
      expect((await page.send(CURRENT_KEY)).status).toBe(401);
      expect((await page.signOut()).status).toBe(200);
      const ended = await auditEntries(desk.admin, { actorId: keyId, action: 'dashboard_session.ended' });
      expect(ended).toHaveLength(1);
    });

    it('a session ends when its key expires, if that is sooner', async () => {
      const expiresAt = new Date(Date.now() + 5 * MINUTE_MS).toISOString();
      const secret = await insertKey(desk.database, { roles: ['viewer'], expiresAt });
      const page = await DashboardPage.signedIn(desk.purser.url, secret);
      expect((await page.session()).endsAt).toBe(expiresAt);
    });

    it('a session ends when its cookie comes from an address that the key does not allow', async () => {
      const { secret } = await desk.newKey({ roles: ['VIEWER'], allowedAddresses: ['203.0.113.0/24'] });
      const page = await DashboardPage.signedIn(desk.purser.url, secret, '203.0.113.7');
      expect((await page.send(CURRENT_KEY)).status).toBe(200);
      expect((await page.at(desk.purser.url, '198.51.100.7').send(CURRENT_KEY)).status).toBe(401);
      expect((await page.send(CURRENT_KEY)).status).toBe(401);
    });
  });

  describe('full recipients', () => {
    const REVEAL = `mutation ($input: RevealPayoutRecipientInput!) { revealPayoutRecipient(input: $input) {
      recipient { requisites } userErrors { code field } } }`;

    interface Revealed {
      readonly recipient: { readonly requisites: string } | null;
      readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
    }

    const TOO_OLD: Revealed = { recipient: null, userErrors: [{ code: 'SIGN_IN_TOO_OLD', field: null }] };

    async function approver(): Promise<{
      readonly keyId: string;
      readonly secret: string;
      readonly page: DashboardPage;
      readonly input: { readonly payoutId: string; readonly reason: string };
      reveal(page: DashboardPage): Promise<Revealed>;
    }> {
      const keyId = randomUUID();
      const secret = await insertKey(desk.database, { id: keyId, roles: ['approver'] });
      const { id } = await recordedPayout(desk.purser.api);
      const input = { payoutId: id, reason: 'To compare.' };
      return {
        ...{ keyId, secret, input, page: await DashboardPage.signedIn(desk.purser.url, secret) },
        reveal: async (page) => {
          const { text } = await page.send(REVEAL, {}, { input });
          return (JSON.parse(text) as { data: { revealPayoutRecipient: Revealed } }).data.revealPayoutRecipient;
        },
      };
    }

    it('recipients are shown for a quarter of an hour after a sign-in, and again once the key is presented', async () => {
      const { keyId, secret, page, reveal } = await approver();
      const far = page.at(replica.url);
      await ageProof(desk.database, keyId, '14 minutes');
      for (const one of [page, far]) expect((await reveal(one)).userErrors).toEqual([]);
      await ageProof(desk.database, keyId, '1 minute');
      for (const one of [page, far]) expect(await reveal(one)).toEqual(TOO_OLD);
      const { cookie } = page;
      expect((await page.prove(secret)).status).toBe(200);
      expect(page.cookie).toBe(cookie);
      for (const one of [far, page]) expect((await reveal(one)).userErrors).toEqual([]);
      const actions = (await auditEntries(desk.admin, { actorId: keyId })).map(({ action }) => action);
      expect(actions).toEqual([
        'dashboard_session.started',
        ...['payout.recipient_revealed', 'payout.recipient_revealed', 'dashboard_session.proven'],
        ...['payout.recipient_revealed', 'payout.recipient_revealed'],
      ]);
    });

    it.each([
      ['a wrong key', () => Promise.resolve('pk_test_wrong_0123456789abcdefghijklmnopq'), 403],
      ['the key of somebody else', async () => (await viewerKey()).secret, 403],
      ['no key', () => Promise.resolve(undefined), 400],
    ] as const)('recipients stay masked after %s', async (_, keyOf, status) => {
      const { keyId, page, reveal } = await approver();
      await ageProof(desk.database, keyId);
      expect((await page.prove(await keyOf())).status).toBe(status);
      expect(await reveal(page)).toEqual(TOO_OLD);
      expect((await page.session()).endsAt).not.toBeNull();
    });

    it('a caller with a key in the header sees recipients even if that key has old sessions', async () => {
      const { keyId, secret, input } = await approver();
      await ageProof(desk.database, keyId, '1 hour');
      const answer = await desk.purser.as(secret).request<{ revealPayoutRecipient: Revealed }>(REVEAL, { input });
      expect(answer.revealPayoutRecipient.userErrors).toEqual([]);
    });

    it('presenting a key without a session does not unlock recipients', async () => {
      const { secret } = await approver();
      const stranger = new DashboardPage(desk.purser.url);
      expect(await stranger.prove(secret)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
      expect(stranger.cookie).toBeNull();
    });
  });

  describe('the sessions of a key', () => {
    const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const END = `mutation ($input: EndSessionsInput!) { endSessions(input: $input) { endedSessions userErrors { code field } } }`;

    /** Two browsers that signed in with one key. Both used both replicas, and the second has a socket to each. */
    async function twoBrowsers(): Promise<{
      readonly keyId: string;
      readonly secret: string;
      readonly pages: readonly DashboardPage[];
      readonly socket: ProtocolSocket;
    }> {
      const { page, keyId, secret } = await signedIn();
      const second = await DashboardPage.signedIn(replica.url, secret);
      const pages = [page, second, page.at(replica.url), second.at(desk.purser.url)];
      for (const one of pages) expect((await one.send(CURRENT_KEY)).status).toBe(200);
      return { keyId, secret, pages, socket: await second.socket() };
    }

    async function expectAllEnded(pages: readonly DashboardPage[]): Promise<void> {
      for (const page of pages) {
        await eventually('it is refused', async () => ((await page.send(CURRENT_KEY)).status === 401 ? true : null));
        expect((await page.session()).endsAt).toBeNull();
      }
    }

    it('a caller sees the address and browser of each of their sessions, and nobody else does', async () => {
      const { id: keyId, secret } = await viewerKey();
      const first = await DashboardPage.signedIn(desk.purser.url, secret, '203.0.113.7', { 'user-agent': FIREFOX });
      const second = await DashboardPage.signedIn(replica.url, secret, '2001:db8::1', {
        'user-agent': 'x4111111111111111',
      });
      expect(await second.ownSessions()).toMatchObject([
        { clientAddress: '2001:db8::1', browser: null, isCurrent: true },
        { clientAddress: '203.0.113.7', browser: 'Firefox on Linux', isCurrent: false },
      ]);
      expect((await first.ownSessions()).map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
      const { ownSessions } = await desk.purser
        .as(secret)
        .request<{ ownSessions: object[] }>('{ ownSessions { isCurrent } }');
      expect(ownSessions).toEqual([{ isCurrent: false }, { isCurrent: false }]);
      expect(await (await signedIn()).page.ownSessions()).toHaveLength(1);
      await ageSession(desk.database, keyId, { idle: '30 minutes' });
      const third = await DashboardPage.signedIn(desk.purser.url, secret);
      expect(await third.ownSessions()).toMatchObject([{ isCurrent: true }]);
    });

    it('signing out everywhere ends all sessions of the key, on every replica and on live sockets', async () => {
      const { keyId, secret, pages, socket } = await twoBrowsers();
      const { status, headers } = await pages[0]!.signOutEverywhere();
      expect(status).toBe(200);
      expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^purser-local=; .*Expires=Thu, 01 Jan 1970/)]);
      expect(await socket.closed).toEqual({ code: 4401, reason: 'Session ended' });
      await expectAllEnded(pages);
      const ended = await auditEntries(desk.admin, { actorId: keyId, action: 'dashboard_session.ended' });
      expect(ended).toMatchObject([{ subjectId: keyId, after: { endedSessions: '2' } }]);
      expect((await pages[0]!.signOutEverywhere()).status).toBe(200);
      expect(await (await DashboardPage.signedIn(desk.purser.url, secret)).ownSessions()).toHaveLength(1);
    });

    it('only pages of our own origin can end all sessions', async () => {
      const { page } = await signedIn();
      expect(await page.signOutEverywhere({ origin: OTHER_ORIGIN })).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect((await page.session()).endsAt).not.toBeNull();
    });

    it('an administrator ends all sessions of a key, and the key may sign in again', async () => {
      const { keyId, secret, pages, socket } = await twoBrowsers();
      const other = await signedIn();
      const input = { actorId: keyId, reason: 'A laptop was left in a train.' };
      expect(await desk.admin.request(END, { input })).toEqual({ endSessions: { endedSessions: 2, userErrors: [] } });
      expect(await socket.closed).toEqual({ code: 4401, reason: 'Session ended' });
      await expectAllEnded(pages);
      expect((await other.page.session()).endsAt).not.toBeNull();
      const [entry] = await auditEntries(desk.admin, { subjectId: keyId, action: 'dashboard_session.ended' });
      expect(entry).toMatchObject({
        ...{ action: 'dashboard_session.ended', subjectType: 'API_KEY', subjectId: keyId },
        ...{ after: { endedSessions: '2' }, reason: input.reason },
      });
      expect(await (await DashboardPage.signedIn(desk.purser.url, secret)).ownSessions()).toHaveLength(1);
      expect(await desk.admin.request(END, { input: { ...input, actorId: randomUUID() } })).toEqual({
        endSessions: { endedSessions: 0, userErrors: [{ code: 'ACTOR_NOT_FOUND', field: ['input', 'actorId'] }] },
      });
    });

    it('a sixth sign-in ends the oldest of five sessions', async () => {
      const { id, secret } = await viewerKey();
      const pages: DashboardPage[] = [];
      for (let n = 0; n < 6; n += 1) pages.push(await DashboardPage.signedIn(desk.purser.url, secret));
      const ends = await Promise.all(pages.map(async (page) => (await page.session()).endsAt !== null));
      expect(ends).toEqual([false, true, true, true, true, true]);
      const ended = await auditEntries(desk.admin, { actorId: id, action: 'dashboard_session.ended' });
      expect(ended).toMatchObject([{ after: { endedSessions: '1' } }]);
    });

    it('concurrent sign-ins on two replicas leave five sessions, and none ends the session that it started', async () => {
      const { secret } = await viewerKey();
      const urls = Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? desk.purser.url : replica.url));
      const pages = await Promise.all(urls.map((url) => DashboardPage.signedIn(url, secret)));
      const last = await DashboardPage.signedIn(desk.purser.url, secret);
      expect(await last.ownSessions()).toHaveLength(5);
      const live = await Promise.all(pages.map(async (page) => (await page.session()).endsAt));
      expect(live.filter((endsAt) => endsAt !== null)).toHaveLength(4);
    });

    it('a session started by the previous release gets its actor at the next use', async () => {
      const { page, keyId } = await signedIn();
      await forgetActors(desk.database, keyId);
      const far = page.at(replica.url);
      expect(await far.ownSessions()).toMatchObject([{ isCurrent: true }]);
    });
  });

  it('a session that just ended gives no authority, even on a replica that has not heard of it', async () => {
    const page = await DashboardPage.signedIn(desk.purser.url, TEST_SETTINGS.BOOTSTRAP_API_KEY);
    const far = page.at(replica.url);
    expect((await far.send(CURRENT_KEY)).status).toBe(200);
    await page.signOut();
    const made = `mutation { createApiKey(input: { name: "x", roles: [VIEWER], expiresAt: "${new Date(Date.now() + 1e9).toISOString()}" }) { apiKey { id } } }`;
    expect((await far.send(made)).code).toBe('UNAUTHENTICATED');
  });

  it('an active request renews a session on every replica, but checking the session and subscribing do not', async () => {
    const { page, keyId } = await signedIn();
    const socket = await page.socket();
    await ageSession(desk.database, keyId, { idle: '10 minutes' });
    const left = await eventually('it is seen', async () => {
      const minutes = minutesUntil((await page.session()).endsAt);
      return minutes < 25 ? minutes : null;
    });
    expect(left).toBeGreaterThan(19);
    await Promise.all([page, page.at(replica.url), page].map((one) => one.send(CURRENT_KEY)));
    expect(minutesUntil((await page.session()).endsAt)).toBeGreaterThan(29);
    socket.close();
  });

  it("neither the key nor the cookie's secret gets into the log or the database", async () => {
    const { page, secret } = await signedIn();
    await page.send('{ apiKeys { nodes { id } } }');
    await page.signOut();
    await page.send(CURRENT_KEY);
    const stored = await storedText(desk.database, 'dashboard_sessions', 'audit_entries', 'api_keys');
    expect(stored).toContain('dashboard_session.started');
    for (const one of [secret, page.secret]) {
      for (const form of [one, Buffer.from(one).toString('hex'), Buffer.from(one, 'base64url').toString('hex')]) {
        expect([...desk.purser.logLines, stored].join('\n')).not.toContain(form);
      }
    }
  });
});
