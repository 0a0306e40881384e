import { createServer, get, type Server } from 'node:http';
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

  const answer = (
    path: string,
    host = `localhost:${port}`,
  ): Promise<{ status?: number; policy?: string; location?: string | undefined; body: string }> =>
    new Promise((resolve, reject) => {
      get({ port, host: '127.0.0.1', path, headers: { host } }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            policy: String(response.headers['content-security-policy']),
            body,
          });
        });
      }).on('error', reject);
    });

  it('serves everything its page refers to, and refers to nothing elsewhere', async () => {
    const { body } = await answer('/');
    const addresses = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    const paths = addresses.filter((address) => !address.startsWith('data:'));
    expect(paths.filter((path) => !path.startsWith('/'))).toEqual([]);
    const statuses = await Promise.all(paths.map(async (path) => (await answer(path)).status));
    expect(statuses).toEqual(paths.map(() => 200));
  });

  it('lets the page speak to the API and to nobody else', async () => {
    const { policy } = await answer('/');
    expect(policy).toContain("default-src 'self';");
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:3000 ws://127.0.0.1:3000;");
  });

  it('does not spend a sign-in link that is opened by the other name of this machine', async () => {
    const link = signInLinks.make('operator');
    const elsewhere = await answer(link, `localhost:${port}`);
    expect(elsewhere).toMatchObject({ status: 302, location: `http://127.0.0.1:${port}${link}` });
    expect(await answer(link, `127.0.0.1:${port}`)).toMatchObject({ status: 303 });
    expect(await answer(link, `127.0.0.1:${port}`)).toMatchObject({ status: 410 });
  });

  it('ends a sign-in link after ten minutes', async () => {
    const link = signInLinks.make('approver');
    const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_001);
    expect(await answer(link, `127.0.0.1:${port}`)).toMatchObject({ status: 410 });
    now.mockRestore();
  });

  it('tells the page the key, but not a page that only calls itself by another name', async () => {
    expect(JSON.parse((await answer('/settings.json')).body)).toMatchObject({ apiKey: 'pk_dev_key' });
    expect(await answer('/settings.json', 'rebound.example')).toMatchObject({ status: 403, body: 'Forbidden' });
  });
});
