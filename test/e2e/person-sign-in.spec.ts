import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { KeyedCallerAuthenticator } from '../../src/access/keys/caller-authenticator.js';
import { Alarms } from '../../src/platform/observability/alarms.js';
import { auditEntries } from '../support/audit-log.js';
import { confirmChange, factsOf, openChanges, type Proposal, proposed } from '../support/change-requests.js';
import type { Role } from '../../src/access/scopes/scopes.js';
import { ageProof, DashboardPage, OWN_ORIGIN } from '../support/dashboard-page.js';
import { eventually } from '../support/eventually.js';
import { personId } from '../support/identity-provider.js';
import { startPurser, type TestPurser } from '../support/purser.js';
import { SignInProvider } from '../support/sign-in-provider.js';
import { storedText } from '../support/stored-text.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const ACCOUNTS = '{ accounts { id } }';
const CURRENT_KEY = '{ currentApiKey { id } }';

interface Step {
  readonly status: number;
  readonly location: string;
  readonly cookies: readonly string[];
}

async function step(url: string, cookie = ''): Promise<Step> {
  const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    cookies: response.headers.getSetCookie(),
  };
}

const valueOf = (cookie: string | undefined): string => cookie?.split(';')[0] ?? '';

describe('sign-in at an identity provider', () => {
  let provider: SignInProvider;
  let database: TestDatabase;
  let purser: TestPurser;
  let replica: TestPurser;

  beforeAll(async () => {
    provider = await SignInProvider.open();
    database = await createTestDatabase();
    const settings = { DATABASE_URL: database.url, PURSER_ROLES: 'api', ...provider.settings };
    [purser, replica] = [await startPurser(settings), await startPurser(settings)];
  });

  afterAll(async () => {
    await purser.close();
    await replica.close();
    await database.drop();
    await provider.close();
  });

  let people = 0;

  beforeEach(() => {
    people += 1;
    provider.person = {
      subject: `p-${people}`,
      roles: ['viewer'],
      lifetime: 600,
      isRefreshed: true,
      audience: 'purser',
    };
    provider.isAway = false;
    provider.forgedNonce = null;
    provider.confusedWith = null;
    provider.authTime = null;
  });

  /** Our own address, with the port of the test instead of the one that the browser would show. */
  const here = (location: string, at = purser): string => location.replace(OWN_ORIGIN, at.url);

  /** Begins a sign-in, up to the point where the provider sends the browser back. */
  async function visit(to = ''): Promise<{ readonly begun: Step; readonly back: string; readonly cookie: string }> {
    const begun = await step(`${purser.url}/dashboard/oidc${to}`);
    const { location } = await step(begun.location);
    return { begun, back: here(location), cookie: valueOf(begun.cookies[0]) };
  }

  async function signedIn(): Promise<DashboardPage> {
    const { back, cookie } = await visit();
    const { cookies } = await step(back, cookie);
    const page = new DashboardPage(purser.url);
    page.cookie = valueOf(cookies.find((one) => one.startsWith('purser-local=')));
    return page;
  }

  it('redirects with a challenge, and starts a session on return', async () => {
    const { begun, back, cookie } = await visit('?to=/dashboard/payouts?status=PAID');
    expect(begun.status).toBe(303);
    expect(begun.cookies).toEqual([
      expect.stringMatching(/^purser-oidc-local=[\w-]+; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
    ]);
    const asked = new URL(begun.location).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      scope: 'openid',
      code_challenge_method: 'S256',
      redirect_uri: `${OWN_ORIGIN}/dashboard/oidc/callback`,
    });
    const came = await step(back, cookie);
    expect(came).toMatchObject({ status: 303, location: '/dashboard/payouts?status=PAID' });
    expect(came.cookies).toEqual([
      expect.stringMatching(/^purser-oidc-local=; .*Expires=Thu, 01 Jan 1970/),
      expect.stringMatching(/^purser-local=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const page = new DashboardPage(purser.url);
    page.cookie = valueOf(came.cookies[1]);
    expect(await page.send(ACCOUNTS)).toMatchObject({ status: 200, code: null });
    expect(JSON.parse((await page.session()).text)).toMatchObject({ hasIdentityProvider: true });
    const id = await personId(database, provider.person.subject);
    expect(await auditEntries(purser.admin, { actorId: id, action: 'dashboard_session.started' })).toMatchObject([
      { actor: { kind: 'PERSON', id }, subjectType: 'PERSON', subjectId: id },
    ]);
  });

  it("a session has exactly the rights of the person's roles, on sockets, too", async () => {
    const page = await signedIn();
    expect(await page.send('{ apiKeys { nodes { id } } }')).toMatchObject({ code: 'FORBIDDEN' });
    expect(JSON.parse((await page.send(CURRENT_KEY)).text)).toEqual({ data: { currentApiKey: null } });
    const socket = await page.socket();
    await page.signOut();
    expect(await socket.closed).toEqual({ code: 4401, reason: 'Session ended' });
    expect((await page.send(ACCOUNTS)).status).toBe(401);
  });

  describe('refused sign-ins', () => {
    const EXPIRED = '/dashboard/sign-in?problem=EXPIRED';
    const REFUSED = '/dashboard/sign-in?problem=REFUSED';

    const expectRefusal = ({ location, cookies }: Step, problem: string): void => {
      expect(location).toBe(problem);
      expect(cookies.filter((cookie) => cookie.startsWith('purser-local='))).toEqual([]);
    };

    it('refuses a return without the cookie, or with an altered cookie', async () => {
      const { back, cookie } = await visit();
      expectRefusal(await step(back), EXPIRED);
      expectRefusal(
        await step(
          back,
          cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        ),
        EXPIRED,
      );
    });

    it('refuses the cookie of another sign-in, whose state and challenge differ', async () => {
      const [one, other, third] = [await visit(), await visit(), await visit()];
      expectRefusal(await step(one.back, other.cookie), REFUSED);
      const state = new URL(third.back).searchParams.get('state')!;
      const mixed = new URL(one.back);
      mixed.searchParams.set('state', state);
      expectRefusal(await step(mixed.href, third.cookie), REFUSED);
    });

    it('refuses a return from the provider after ten minutes', async () => {
      const { back, cookie } = await visit();
      const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
      const late = await step(back, cookie).finally(() => {
        now.mockRestore();
      });
      expectRefusal(late, EXPIRED);
    });

    it('refuses a used cookie on every replica, even with a new code', async () => {
      const reuses = (): number =>
        [...purser.logLines, ...replica.logLines].filter((line) => line.includes('sign_in_cookie_reused')).length;
      const before = reuses();
      const { begun, back, cookie } = await visit();
      const returnAt = async (at: TestPurser): Promise<Step> => {
        const { location } = await step(begun.location);
        return step(here(location, at), cookie);
      };
      const first = await Promise.all([purser, replica, purser, replica].map(returnAt));
      expect(first.filter(({ location }) => location === '/dashboard')).toHaveLength(1);
      expect(first.filter(({ location }) => location === EXPIRED)).toHaveLength(3);
      for (const at of [purser, replica]) expectRefusal(await returnAt(at), EXPIRED);
      expectRefusal(await step(back, cookie), EXPIRED);
      expect(reuses() - before).toBe(6);

      provider.forgedNonce = 'n-0S6_WzA2Mj';
      const refused = await visit();
      expectRefusal(await step(refused.back, refused.cookie), REFUSED);
      provider.forgedNonce = null;
      const { location } = await step(refused.begun.location);
      expectRefusal(await step(here(location), refused.cookie), EXPIRED);
    });

    it('refuses an ID token with another nonce', async () => {
      provider.forgedNonce = 'n-0S6_WzA2Mj';
      const { back, cookie } = await visit();
      expectRefusal(await step(back, cookie), REFUSED);
    });

    it('refuses the sign-in if the provider denied it', async () => {
      const { back, cookie } = await visit();
      const denied = new URL(back);
      denied.searchParams.delete('code');
      denied.searchParams.set('error', 'access_denied');
      expectRefusal(await step(denied.href, cookie), REFUSED);
    });

    it.each([
      ['a token for another program', { audience: 'other' }],
      ['roles that nobody may hold together', { roles: ['operator', 'approver'] as const }],
    ])('refuses a sign-in with %s', async (_, person) => {
      Object.assign(provider.person, person);
      const { back, cookie } = await visit();
      expectRefusal(await step(back, cookie), REFUSED);
    });

    it('refuses further codes from an address with too many failures, without asking the provider', async () => {
      const settings = { ...provider.settings, FAILED_AUTHENTICATIONS_PER_MINUTE: '2' };
      const strict = await startPurser({ DATABASE_URL: database.url, PURSER_ROLES: 'api', ...settings });
      const guess = async (): Promise<Step> => {
        const { location, cookies } = await step(`${strict.url}/dashboard/oidc`);
        const state = new URL(location).searchParams.get('state')!;
        return step(`${strict.url}/dashboard/oidc/callback?code=guess&state=${state}`, valueOf(cookies[0]));
      };
      const problems = [await guess(), await guess(), await guess()].map((came) => came.location.split('=')[1]);
      expect(problems).toEqual(['REFUSED', 'REFUSED', 'UNAVAILABLE']);
      await strict.close();
    });

    it('refuses temporarily while the provider is unreachable', async () => {
      const { back, cookie } = await visit();
      provider.isAway = true;
      expectRefusal(await step(back, cookie), '/dashboard/sign-in?problem=UNAVAILABLE');
    });
  });

  it.each([
    ['https://evil.example/', '/dashboard'],
    ['//evil.example/dashboard', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['/dashboard/../graphql', '/dashboard'],
    ['/dashboards', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['/dashboard/keys', '/dashboard/keys'],
  ])('redirects only to our own pages: %s', async (to, location) => {
    const { back, cookie } = await visit(`?to=${encodeURIComponent(to)}`);
    expect((await step(back, cookie)).location).toBe(location);
  });

  it('signing in is not offered without a configured client', async () => {
    const { OIDC_CLIENT_ID: _, OIDC_CLIENT_SECRET: __, ...settings } = provider.settings;
    const other = await startPurser({ DATABASE_URL: database.url, PURSER_ROLES: 'api', ...settings });
    expect((await step(`${other.url}/dashboard/oidc`)).status).toBe(404);
    expect((await step(`${other.url}/dashboard/oidc/callback`)).status).toBe(404);
    const page = new DashboardPage(other.url);
    expect(JSON.parse((await page.session()).text)).toEqual({ session: null, hasIdentityProvider: false });
    await other.close();
  });

  describe('tokens that name two people', () => {
    let raised: readonly jest.SpyInstance[];

    beforeEach(() => {
      raised = [purser, replica].map((at) => jest.spyOn(at.service(Alarms), 'raise'));
    });

    afterEach(() => {
      for (const spy of raised) spy.mockRestore();
    });

    const alarms = (): unknown[] => raised.flatMap((spy) => spy.mock.calls as unknown[]);

    it('tokens that name two people start no session, and raise an alarm', async () => {
      provider.confusedWith = 'boss';
      const { back, cookie } = await visit();
      expect((await step(back, cookie)).location).toBe('/dashboard/sign-in?problem=REFUSED');
      expect(alarms()).toEqual([['identity_mismatch', { at: 'sign_in' }]]);
    });

    it('tokens that name two people start a session if the provider is known to issue them', async () => {
      const settings = { DATABASE_URL: database.url, PURSER_ROLES: 'api', ...provider.settings };
      const known = await startPurser({ ...settings, OIDC_PAIRWISE_SUBJECTS: 'true' });
      provider.confusedWith = 'pairwise-1';
      const { back, cookie } = await visit();
      expect((await step(back.replace(purser.url, known.url), cookie)).location).toBe('/dashboard');
      await known.close();
    });

    it('a token that names another person at a refresh ends the session on every replica, with an alarm', async () => {
      Object.assign(provider.person, { lifetime: 50 });
      const page = await signedIn();
      provider.confusedWith = 'boss';
      purser.service(KeyedCallerAuthenticator).forget();
      const answers = [await page.send(ACCOUNTS), await page.at(replica.url).send(ACCOUNTS)];
      expect(answers.map(({ status }) => status)).toEqual([401, 401]);
      expect(alarms()).toEqual([['identity_mismatch', { at: 'refresh' }]]);
    });
  });

  describe('refreshing tokens', () => {
    it('tokens are refreshed before they expire, once across all replicas, and apply changed roles', async () => {
      // From the start, such a token expires in less than a minute, so it is due for a refresh.
      Object.assign(provider.person, { lifetime: 50 });
      const page = await signedIn();
      const before = provider.refreshes;
      Object.assign(provider.person, { lifetime: 600, roles: ['auditor'] });
      const far = page.at(replica.url);
      const answers = await Promise.all([page, far, page, far].map((one) => one.send(ACCOUNTS)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(provider.refreshes).toBe(before + 1);
      purser.service(KeyedCallerAuthenticator).forget();
      expect((await page.send('{ auditEntries(first: 1) { totalCount } }')).code).toBeNull();
      expect(provider.refreshes).toBe(before + 1);
    });

    it('a session ends if the provider refuses to refresh its tokens', async () => {
      Object.assign(provider.person, { lifetime: 50 });
      const page = await signedIn();
      provider.dismissAll();
      expect(await page.send(ACCOUNTS)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    });

    it('if the provider is unreachable, the tokens stay valid until they expire and are refreshed later', async () => {
      Object.assign(provider.person, { lifetime: 50 });
      const page = await signedIn();
      provider.isAway = true;
      expect((await page.send(ACCOUNTS)).status).toBe(200);
    });

    it('a session without a refresh token ends when its token expires', async () => {
      Object.assign(provider.person, { lifetime: 50, isRefreshed: false });
      const page = await signedIn();
      const { endsAt } = await page.session();
      expect(Date.parse(endsAt!) - Date.now()).toBeLessThanOrEqual(50_000);
      expect((await page.send(ACCOUNTS)).status).toBe(200);
    });
  });

  describe('proof before a full recipient', () => {
    const reveal = async (page: DashboardPage): Promise<string | undefined> => {
      const document = `mutation ($input: RevealPayoutRecipientInput!) { revealPayoutRecipient(input: $input) { userErrors { code } } }`;
      const { text } = await page.send(document, {}, { input: { payoutId: randomUUID(), reason: 'To compare.' } });
      const { data } = JSON.parse(text) as { data: { revealPayoutRecipient: { userErrors: { code: string }[] } } };
      return data.revealPayoutRecipient.userErrors[0]?.code;
    };

    const ago = (minutes: number): number => Math.floor(Date.now() / 1_000) - minutes * 60;

    beforeEach(() => {
      Object.assign(provider.person, { roles: ['approver'] });
    });

    it('a person must sign in again for full recipients after a quarter of an hour', async () => {
      const page = await signedIn();
      expect(await reveal(page)).toBe('PAYOUT_NOT_FOUND');
      await ageProof(database, await personId(database, provider.person.subject));
      expect(await reveal(page)).toBe('SIGN_IN_TOO_OLD');
      expect(await reveal(await signedIn())).toBe('PAYOUT_NOT_FOUND');
    });

    it('a person must sign in again for full recipients if the provider let the browser in without asking', async () => {
      provider.authTime = ago(16);
      expect(await reveal(await signedIn())).toBe('SIGN_IN_TOO_OLD');
      provider.authTime = ago(14);
      expect(await reveal(await signedIn())).toBe('PAYOUT_NOT_FOUND');
    });

    it("a provider's clock that is ahead does not extend the quarter of an hour", async () => {
      provider.authTime = ago(-60);
      const page = await signedIn();
      expect(await reveal(page)).toBe('PAYOUT_NOT_FOUND');
      await ageProof(database, await personId(database, provider.person.subject));
      expect(await reveal(page)).toBe('SIGN_IN_TOO_OLD');
    });

    it('signing in again makes the provider ask the person, even if it remembers the browser', async () => {
      await visit('?to=/dashboard/payouts');
      expect([provider.asked.get('prompt'), provider.asked.get('max_age')]).toEqual([null, null]);
      await visit('?again&to=/dashboard/payouts');
      expect([provider.asked.get('prompt'), provider.asked.get('max_age')]).toEqual(['login', '0']);
    });
  });

  describe('blocked people', () => {
    const REASON = 'Their laptop was stolen.';
    const PERSON = 'person { id name blockedAt blockedBy { id } blockReason }';

    interface PersonAnswer extends Proposal {
      readonly person: {
        readonly id: string;
        readonly name: string;
        readonly blockedAt: string | null;
        readonly blockedBy: { readonly id: string } | null;
        readonly blockReason: string | null;
      } | null;
    }

    const block = async (id: string, api = purser.admin): Promise<PersonAnswer & { endedSessions: number }> => {
      const { blockPerson } = await api.request<{ blockPerson: PersonAnswer & { endedSessions: number } }>(
        `mutation ($input: BlockPersonInput!) { blockPerson(input: $input) { ${PERSON} endedSessions userErrors { code } } }`,
        { input: { personId: id, reason: REASON } },
      );
      return blockPerson;
    };

    const unblock = async (id: string): Promise<PersonAnswer> => {
      const { unblockPerson } = await purser.admin.request<{ unblockPerson: PersonAnswer }>(
        `mutation ($input: UnblockPersonInput!) { unblockPerson(input: $input) { ${PERSON}
           changeRequest { id kind subject contentHash content { name value } } userErrors { code } } }`,
        { input: { personId: id, reason: 'It was found again.' } },
      );
      return unblockPerson;
    };

    const signedInAs = async (...roles: Role[]): Promise<{ page: DashboardPage; id: string; token: string }> => {
      Object.assign(provider.person, { roles });
      const page = await signedIn();
      expect((await page.send('{ ownSessions { id } }')).status).toBe(200);
      const token = provider.secrets.findLast((secret) => secret.split('.').length === 3)!;
      return { page, id: await personId(database, provider.person.subject), token };
    };

    it("a block ends the person's sessions on every replica immediately, and refuses all their tokens", async () => {
      const { page, id, token } = await signedInAs('viewer');
      const far = page.at(replica.url);
      expect((await far.send(ACCOUNTS)).status).toBe(200);
      const socket = await far.socket();
      const warn = jest.spyOn(Logger.prototype, 'warn');
      const { person, endedSessions, userErrors } = await block(id);
      expect({ endedSessions, userErrors }).toEqual({ endedSessions: 1, userErrors: [] });
      expect(person).toMatchObject({ id, name: provider.person.subject, blockReason: REASON });
      expect(await socket.closed).toEqual({ code: 4401, reason: 'Session ended' });
      for (const one of [page, far]) {
        await eventually('it is refused', async () => ((await one.send(ACCOUNTS)).status === 401 ? true : null));
      }
      expect(await purser.as(token).send(ACCOUNTS)).toMatchObject({
        errors: [{ message: 'You are blocked; ask an administrator.', extensions: { code: 'UNAUTHENTICATED' } }],
      });
      const { back, cookie } = await visit();
      expect((await step(back, cookie)).location).toBe('/dashboard/sign-in?problem=REFUSED');
      expect(await auditEntries(purser.admin, { subjectId: id, action: 'person.blocked' })).toMatchObject([
        { subjectType: 'PERSON', reason: REASON, after: { name: provider.person.subject, endedSessions: '1' } },
      ]);
      expect(warn).toHaveBeenCalledWith(expect.objectContaining({ event: 'person_blocked', personId: id }));
      warn.mockRestore();
    });

    it('a blocked person has no authority, even on a replica that has not heard of the block', async () => {
      const { page, id, token } = await signedInAs('admin');
      const far = page.at(replica.url);
      const gate = 'mutation { setPayoutGate(input: { isOpen: false, reason: "x" }) { userErrors { code } } }';
      expect(await replica.as(token).send(gate)).toMatchObject({ errors: [] });
      expect((await far.send(gate)).code).toBeNull();
      await block(id);
      expect((await far.send(gate)).code).toBe('UNAUTHENTICATED');
      expect(await replica.as(token).send(gate)).toMatchObject({
        errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
      });
    });

    it("a block declines the person's open change requests", async () => {
      const { page, id } = await signedInAs('admin');
      const limit = `mutation { setPayoutLimit(input: { kind: LARGEST_PAYOUT, currency: "EUR", value: "5", reason: "x" }) { changeRequest { id contentHash } userErrors { code } } }`;
      const { data } = JSON.parse((await page.send(limit)).text) as { data: { setPayoutLimit: Proposal } };
      const request = proposed(data.setPayoutLimit);
      await block(id);
      expect((await openChanges(purser.admin)).map((open) => open.id)).not.toContain(request.id);
      const { userErrors } = await confirmChange(purser.approver, request);
      expect(userErrors).toMatchObject([{ code: 'CHANGE_REQUEST_CLOSED' }]);
    });

    it('two people end a block, and one person cannot', async () => {
      const { id } = await signedInAs('viewer');
      const { person } = await block(id);
      const proposal = await unblock(id);
      const request = proposed(proposal);
      expect(request).toMatchObject({ kind: 'PERSON', subject: id });
      expect(factsOf(request)).toMatchObject({ name: provider.person.subject, blockedAt: person?.blockedAt });
      expect(proposal.person?.blockedAt).toBe(person?.blockedAt);
      expect((await confirmChange(purser.admin, request)).userErrors).toMatchObject([{ code: 'OWN_REQUEST' }]);
      const { back, cookie } = await visit();
      expect((await step(back, cookie)).location).toBe('/dashboard/sign-in?problem=REFUSED');
      expect((await confirmChange(purser.approver, request)).userErrors).toEqual([]);
      expect((await (await signedIn()).send(ACCOUNTS)).status).toBe(200);
      expect(await auditEntries(purser.admin, { subjectId: id, action: 'person.unblocked' })).toHaveLength(1);
      const read = `{ person(id: "${id}") { blockedAt } people(first: 100) { nodes { id } } }`;
      expect(await purser.approver.request(read)).toMatchObject({
        person: { blockedAt: null },
        people: { nodes: expect.arrayContaining([{ id }]) as unknown },
      });
    });

    it('a new block makes an earlier request to end the first block outdated', async () => {
      const { id } = await signedInAs('viewer');
      await block(id);
      const first = proposed(await unblock(id));
      await confirmChange(purser.approver, first);
      expect((await unblock(id)).userErrors).toEqual([{ code: 'NOT_BLOCKED' }]);
      await block(id);
      expect((await confirmChange(purser.approver, first)).userErrors).toMatchObject([
        { code: 'CHANGE_REQUEST_CLOSED' },
      ]);
    });

    it('refuses to block an unknown person, oneself, or a person who is blocked', async () => {
      const { id, token } = await signedInAs('admin');
      const codes = async (answer: Promise<PersonAnswer>): Promise<string[]> =>
        (await answer).userErrors.map(({ code }) => code);
      expect(await codes(block(randomUUID()))).toEqual(['PERSON_NOT_FOUND']);
      expect(await codes(unblock(randomUUID()))).toEqual(['PERSON_NOT_FOUND']);
      expect(await codes(block(id, purser.as(token)))).toEqual(['OWN_PERSON']);
      expect(await codes(block(id))).toEqual([]);
      expect(await codes(block(id))).toEqual(['ALREADY_BLOCKED']);
    });
  });

  it('no token, code or secret gets into the log, the database or an answer', async () => {
    const page = await signedIn();
    const shown = await page.send(ACCOUNTS);
    const stored = await storedText(database, 'dashboard_sessions', 'used_sign_ins', 'audit_entries', 'people');
    const text = [...purser.logLines, ...replica.logLines, stored, shown.text].join('\n');
    for (const secret of [...provider.secrets, page.secret]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(provider.secrets.length).toBeGreaterThan(10);
  });
});
