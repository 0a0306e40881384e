import { openBrowser } from '../../support/browser.js';
import { type Desk, openDesk } from '../../support/desk.js';
import { eventually } from '../../support/eventually.js';
import { OPERATOR_API_KEY } from '../../support/settings.js';
import { isWebkitInstalled, WebkitWindow } from '../../support/webkit.js';

const BROWSERS = isWebkitInstalled() ? ['Chromium', 'WebKit'] : ['Chromium'];

if (!isWebkitInstalled()) {
  process.stderr.write('Signing in was tried in Chromium alone: webkit2gtk-driver and xvfb are not installed.\n');
}

/** The methods of a browser window that signing in needs. */
type SignInWindow = Pick<WebkitWindow, 'goTo' | 'url' | 'text' | 'submit' | 'close'>;

async function openChromium(): Promise<SignInWindow> {
  const chromium = await openBrowser();
  const page = await chromium.browser.newPage();
  return {
    goTo: async (url) => {
      await page.goto(url);
    },
    url: () => Promise.resolve(page.url()),
    text: () => page.locator('body').innerText(),
    submit: async (text) => {
      await page.getByLabel('API key').fill(text);
      await page.keyboard.press('Enter');
    },
    close: () => chromium.close(),
  };
}

describe.each(BROWSERS)('dashboard over plain http in %s', (name) => {
  let desk: Desk;
  let browser: SignInWindow;

  beforeAll(async () => {
    desk = await openDesk();
  });

  afterAll(async () => {
    await desk.close();
  });

  beforeEach(async () => {
    browser = await (name === 'WebKit' ? WebkitWindow.open() : openChromium());
  });

  afterEach(async () => {
    await browser.close();
  });

  it.each(['127.0.0.1', 'localhost'])('a person who opens the dashboard at %s can sign in', async (host) => {
    const { port, origin } = new URL(desk.purser.url);
    await browser.goTo(`http://${host}:${port}/`);
    await browser.submit(OPERATOR_API_KEY);
    await eventually('the person is signed in', async () => ((await browser.text()).includes('Payouts') ? true : null));
    expect((await browser.url()).startsWith(`${origin}/dashboard`)).toBe(true);

    // The session remains after the page was left.
    await browser.goTo(`${origin}/dashboard/payouts`);
    await eventually('the list is shown', async () => ((await browser.text()).includes('Payouts') ? true : null));
    expect(await browser.url()).toContain('/dashboard/payouts');
  });
});
