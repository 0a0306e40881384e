import { browserNameOf } from './browser-name.js';

const MOZILLA = 'Mozilla/5.0';
const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('browser names', () => {
  it.each([
    [`${MOZILLA} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Windows'],
    [`${MOZILLA} (X11; Linux x86_64) ${KHTML} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [`${MOZILLA} (Windows NT 10.0) ${KHTML} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows'],
    [`${MOZILLA} (Linux; Android 15; K) ${KHTML} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
      'Safari on macOS',
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPhone',
    ],
    ['Firefox/1.0', 'Firefox'],
    ['curl/8.5.0', null],
    ['<script>alert(1)</script> 4111 1111 1111 1111', null],
    ['', null],
    [undefined, null],
  ])('the User-Agent %s is shown as %s', (userAgent, name) => {
    expect(browserNameOf(userAgent)).toBe(name);
  });
});
