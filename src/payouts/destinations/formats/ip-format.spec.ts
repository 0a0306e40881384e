import { ipFormat } from './ip-format.js';

describe('IP addresses', () => {
  it.each(['203.0.113.7', '10.0.0.1', '2001:db8::7', '::ffff:203.0.113.7'])('accepts %s', (text) => {
    expect(ipFormat.parse(text)).toEqual({ ok: true, value: text });
  });

  it.each([
    '0x7f.1',
    '127.1',
    '2130706433',
    '010.0.0.1',
    '256.0.0.1',
    '203.0.113.7/32',
    '203.0.113.7:80',
    'fe80::1%eth0',
    '[::1]',
    'localhost',
    '203.0.113.7 ',
    '٢.0.0.1',
    '',
  ])('refuses %j', (text) => {
    expect(ipFormat.parse(text)).toMatchObject({ ok: false, code: 'IP_INVALID' });
  });
});
