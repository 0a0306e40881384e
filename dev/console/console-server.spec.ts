import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findFreePort } from '../processes/local.port.js';
import type { LocalPage } from '../processes/local-page.js';
import { openConsole } from './console-server.js';
import { SignInLinks } from './sign-in-links.js';

describe('openConsole', () => {
  let port: number;
  let page: LocalPage;
  let purser: Server;
  let signInLinks: SignInLinks;

  beforeAll(async () => {
    port = await findFreePort();
    purser = createServer((_request, response) => {
      response.setHeader('set-cookie', 'purser-local=secret').end('{}');
    });
    await new Promise<void>((resolve) => purser.listen(0, '127.0.0.1', resolve));
    const purserUrl = `http://127.0.0.1:${(purser.address() as AddressInfo).port}`;
    signInLinks = new SignInLinks({ purserUrl, apiKeys: { operator: 'o', approver: 'a' } });
    page = await openConsole({
      port,
      graphqlUrl: 'http://127.0.0.1:3000/graphql',
      subscriptionUrl: 'ws://127.0.0.1:3000/graphql',
      apiKey: 'pk_dev_key',
      signInLinks,
    });
  });

  afterAll(async () => {
    await page.stop();
    purser.close();
  });

  interface Answer {
    readonly status: number;
    readonly policy: string;
    readonly location: string | undefined;
    readonly cookies: readonly string[];
    readonly body: string;
  }

  interface Visit {
    readonly host?: string;
    readonly cookie?: string;
    readonly form?: string;
  }

  const answer = (path: string, { host = `localhost:${port}`, cookie, form }: Visit = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = {
        host,
        ...(cookie === undefined ? {} : { cookie }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      };
      const method = form === undefined ? 'GET' : 'POST';
      const asked = request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            policy: String(response.headers['content-security-policy']),
            cookies: response.headers['set-cookie'] ?? [],
            body,
          });
        });
      });
      asked.on('error', reject).end(form);
    });

  /** Signs in with a link and returns the browser's cookie. */
  const signIn = async (): Promise<string> => {
    const { cookies } = await answer(signInLinks.make('console'));
    return cookies[0]!.split(';')[0]!;
  };

  it('serves every file that its page loads, and loads nothing from other origins', async () => {
    const cookie = await signIn();
    const { body } = await answer('/', { cookie });
    const addresses = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    const paths = addresses.filter((address) => !address.startsWith('data:'));
    expect(paths.filter((path) => !path.startsWith('/'))).toEqual([]);
    const statuses = await Promise.all(paths.map(async (path) => (await answer(path, { cookie })).status));
    expect(statuses).toEqual(paths.map(() => 200));
  });

  it('lets the page call only the API', async () => {
    const { policy } = await answer('/');
    expect(policy).toContain("default-src 'self';");
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:3000 ws://127.0.0.1:3000;");
  });

  it("redirects a sign-in link opened under this machine's other name, without using it up", async () => {
    const link = signInLinks.make('operator');
    const elsewhere = await answer(link, { host: `localhost:${port}` });
    expect(elsewhere).toMatchObject({ status: 302, location: `http://127.0.0.1:${port}${link}` });
    expect(await answer(link, { host: `127.0.0.1:${port}` })).toMatchObject({ status: 303 });
    expect(await answer(link, { host: `127.0.0.1:${port}` })).toMatchObject({ status: 410 });
  });

  it.each(['operator', 'approver', 'console'] as const)('refuses a link for %s after ten minutes', async (target) => {
    const link = signInLinks.make(target);
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_001);
    const late = await answer(link, { host: `127.0.0.1:${port}` });
    now.mockRestore();
    expect(late).toMatchObject({ status: 410, cookies: [] });
  });

  it('opens with a one-time link, which sets a cookie that scripts cannot read', async () => {
    const link = signInLinks.make('console');
    const opened = await answer(link);
    expect(opened).toMatchObject({ status: 303, location: '/' });
    expect(opened.cookies).toEqual([
      expect.stringMatching(new RegExp(`^purser-console-${port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`)),
    ]);
    expect(await answer(link)).toMatchObject({ status: 410, cookies: [] });
  });

  it('sends the API key to a page that has the cookie', async () => {
    const { body } = await answer('/settings.json', { cookie: `theme=dark; ${await signIn()}` });
    expect(JSON.parse(body)).toMatchObject({ apiKey: 'pk_dev_key' });
  });

  it.each(['/', '/settings.json', '/console.js', '/editor.worker.js', '/elsewhere'])(
    'answers %s without the cookie with a page that explains the sign-in',
    async (path) => {
      for (const cookie of [undefined, `purser-console-${port}=guessed`, `purser-console-${port}=`]) {
        const refused = await answer(path, cookie === undefined ? {} : { cookie });
        expect(refused).toMatchObject({ status: 401, cookies: [] });
        expect(refused.body).toContain('opens with the link printed in the terminal');
        expect(refused.body).not.toContain('pk_dev_key');
      }
    },
  );

  it('refuses a cookie from an earlier start of the console', async () => {
    const cookie = await signIn();
    const later = await openConsole({
      port: await findFreePort(),
      graphqlUrl: 'http://127.0.0.1:3000/graphql',
      subscriptionUrl: 'ws://127.0.0.1:3000/graphql',
      apiKey: 'pk_dev_key',
      signInLinks,
    });
    const renamed = cookie.replace(/-\d+=/, `-${new URL(later.url).port}=`);
    const { status } = await fetch(`${later.url}/settings.json`, { headers: { cookie: renamed } });
    await later.stop();
    expect(status).toBe(401);
  });

  it('signs in with the API key instead of a link, and with no other text', async () => {
    expect(await answer('/sign-in', { form: 'apiKey=pk_dev_key' })).toMatchObject({ status: 303, location: '/' });
    for (const form of ['apiKey=pk_dev_other', 'apiKey=', '', 'apiKey=pk_dev_key&apiKey=pk_dev_key']) {
      expect(await answer('/sign-in', { form })).toMatchObject({ status: 401, cookies: [] });
    }
  });

  it('refuses requests for another host name', async () => {
    const visit = { host: 'rebound.example', cookie: await signIn() };
    expect(await answer('/settings.json', visit)).toMatchObject({ status: 403, body: 'Forbidden' });
  });
});
