import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { findFreePort } from '../../dev/processes/local.port.js';
import { eventually } from './eventually.js';

const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/xvfb-run';

/** Finds the browser from Debian's package `webkit2gtk-driver`; null if it is not installed. */
function findBrowser(): string | null {
  // The screen needs xauth, which Debian's package merely recommends.
  if (![DRIVER, SCREEN, '/usr/bin/xauth'].every((file) => existsSync(file))) return null;
  const libraries = readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`);
  return libraries.find((file) => existsSync(file)) ?? null;
}

export function isWebkitInstalled(): boolean {
  return findBrowser() !== null;
}

/** A WebKit window, driven by WebDriver over plain HTTP. */
export class WebkitWindow {
  private constructor(
    private readonly driver: ChildProcess,
    private readonly sessionUrl: string,
  ) {}

  static async open(): Promise<WebkitWindow> {
    const port = await findFreePort();
    const driver = spawn(SCREEN, ['-a', DRIVER, `--port=${port}`, '--host=127.0.0.1'], {
      // WebKit's sandbox needs user namespaces, which a container does not have.
      env: { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
      stdio: 'ignore',
      detached: true,
    });
    const url = `http://127.0.0.1:${port}`;
    await eventually('WebKitWebDriver listens', () => fetch(`${url}/status`).catch(() => null));
    const options = { binary: findBrowser(), args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
    const { sessionId } = (await send('POST', `${url}/session`, { capabilities })) as { sessionId: string };
    return new WebkitWindow(driver, `${url}/session/${sessionId}`);
  }

  async goTo(url: string): Promise<void> {
    await send('POST', `${this.sessionUrl}/url`, { url });
  }

  async url(): Promise<string> {
    return String(await send('GET', `${this.sessionUrl}/url`));
  }

  async text(): Promise<string> {
    return String(await this.run('return document.body.innerText'));
  }

  /** Types into the page's only field and submits its form. */
  async submit(text: string): Promise<void> {
    const field = await eventually('the page has a field', () =>
      send('POST', `${this.sessionUrl}/element`, { using: 'css selector', value: 'input' }).catch(() => null),
    );
    const [id] = Object.values(field as Record<string, string>);
    await send('POST', `${this.sessionUrl}/element/${id}/value`, { text: `${text}\uE007` });
  }

  async cookies(): Promise<readonly { readonly name: string; readonly httpOnly: boolean }[]> {
    return (await send('GET', `${this.sessionUrl}/cookie`)) as { name: string; httpOnly: boolean }[];
  }

  async close(): Promise<void> {
    await send('DELETE', this.sessionUrl).catch(() => null);
    // The screen and the driver are one process group.
    if (this.driver.pid !== undefined) process.kill(-this.driver.pid, 'SIGTERM');
  }

  private run(script: string): Promise<unknown> {
    return send('POST', `${this.sessionUrl}/execute/sync`, { script, args: [] });
  }
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: unknown };
  if (!response.ok) throw new Error(`WebDriver refused ${method} ${new URL(url).pathname}: ${JSON.stringify(value)}`);
  return value;
}
