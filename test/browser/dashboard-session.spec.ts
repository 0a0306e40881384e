import type { BrowserContext, Page } from 'playwright-core';
import { openBrowser, type TestBrowser } from '../support/browser.js';
import { type Desk, openDesk } from '../support/desk.js';
import { OPERATOR_API_KEY } from '../support/settings.js';
import { SignInProvider } from '../support/sign-in-provider.js';

// The sibling is another port on the same host, so the same site: browsers send it the cookie. The stranger is another
// site.
const SIBLING = 'http://127.0.0.1:3999';
const STRANGER = 'http://localhost:3999';

const BLANK = { contentType: 'text/html', body: '<!doctype html><title>page</title>' };

describe('a dashboard session in a real browser', () => {
  let provider: SignInProvider;
  let desk: Desk;
  let chromium: TestBrowser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    provider = await SignInProvider.open();
    const settings = { ...provider.settings, ALLOWED_ORIGINS: `${SIBLING},${STRANGER}` };
    [desk, chromium] = await Promise.all([openDesk(settings), openBrowser()]);
  }, 120_000);

  afterAll(async () => {
    await chromium.close();
    await desk.close();
    await provider.close();
  });

  beforeEach(async () => {
    // Chromium treats an intercepted page as one from the internet, which may not open sockets to this machine.
    context = await chromium.browser.newContext({ permissions: ['local-network-access'] });
    await context.route(
      (url) => url.pathname === '/blank',
      (route) => route.fulfill(BLANK),
    );
    page = await pageAt(desk.purser.url);
    expect(await call('POST', '/dashboard/session', { apiKey: OPERATOR_API_KEY })).toBe(201);
  });

  afterEach(() => context.close());

  async function pageAt(origin: string): Promise<Page> {
    const opened = await context.newPage();
    await opened.goto(`${origin}/blank`);
    return opened;
  }

  /** Returns the status of the answer, or the name of the error if the browser blocks the call. */
  function call(method: string, path: string, body?: unknown, from = page): Promise<unknown> {
    const request = JSON.stringify({
      method,
      credentials: 'include',
      headers: { 'content-type': 'application/json', 'x-purser-session': '1' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const url = JSON.stringify(`${desk.purser.url}${path}`);
    return from.evaluate(`fetch(${url}, ${request}).then(({ status }) => status, ({ name }) => name)`);
  }

  /** Opens a socket with only the cookie. Returns the acknowledgement, or the code with which it is closed. */
  function socketFrom(from: Page): Promise<unknown> {
    const url = JSON.stringify(`${desk.purser.url.replace(/^http/, 'ws')}/graphql`);
    return from.evaluate(`new Promise((resolve) => {
      const socket = new WebSocket(${url}, 'graphql-transport-ws');
      socket.onopen = () => socket.send('{"type":"connection_init"}');
      socket.onmessage = ({ data }) => resolve(JSON.parse(data).type);
      socket.onclose = ({ code }) => resolve(code);
    })`);
  }

  const QUERY = { query: '{ currentApiKey { id } }' };

  it('pages of our own origin can use the API and sockets without reading the cookie', async () => {
    expect(await call('POST', '/graphql', QUERY)).toBe(200);
    expect(await call('GET', '/dashboard/session')).toBe(200);
    expect(await socketFrom(page)).toBe('connection_ack');
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await context.cookies()).toMatchObject([
      { name: 'purser-local', httpOnly: true, secure: false, sameSite: 'Strict', path: '/', expires: -1 },
    ]);
  });

  it.each([SIBLING, STRANGER])(
    'a page from %s cannot use the session, although it may call the API with a key',
    async (origin) => {
      const other = await pageAt(origin);
      expect(await call('POST', '/graphql', QUERY, other)).toBe('TypeError');
      // The socket opens, because an allowed origin may show a key, but it is closed without one.
      expect(await socketFrom(other)).toBe(4403);
      const answered = other.waitForResponse(`${desk.purser.url}/graphql`);
      await other.evaluate(`(() => {
      const form = Object.assign(document.createElement('form'), { method: 'POST', action: '${desk.purser.url}/graphql' });
      document.body.append(form);
      form.submit();
    })()`);
      // The browser does not send a stranger the cookie, so the request is answered like any without a key.
      expect((await answered).status()).toBe(origin === SIBLING ? 403 : 400);
    },
  );

  it('signing in at an identity provider on another site starts a session', async () => {
    await call('DELETE', '/dashboard/session');
    await page.goto(`${desk.purser.url}/dashboard/oidc?to=/dashboard/payouts`);
    expect(page.url()).toBe(`${desk.purser.url}/dashboard/payouts`);
    expect(await context.cookies()).toMatchObject([{ name: 'purser-local', sameSite: 'Strict' }]);
    expect(await call('POST', '/graphql', QUERY)).toBe(200);
    expect(await socketFrom(page)).toBe('connection_ack');
  });

  it('signing out ends the session and deletes its cookie', async () => {
    expect(await call('DELETE', '/dashboard/session')).toBe(200);
    expect(await context.cookies()).toEqual([]);
    expect(await call('POST', '/graphql', QUERY)).toBe(401);
    expect(await socketFrom(page)).toBe(1006);
  });
});
