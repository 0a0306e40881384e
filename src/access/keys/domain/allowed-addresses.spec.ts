import { parseNetwork } from '../../../common/network.js';
import { isAllowedAddress } from './allowed-addresses.js';

describe('addresses and networks', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1', '2001:db8::1/128'],
    ['2001:db8:1::1/32', '2001:db8::/32'],
    ['::ffff:10.0.0.1', '10.0.0.1/32'],
  ])('%s is brought into its canonical form', (text, kept) => {
    expect(parseNetwork(text)).toBe(kept);
  });

  it.each(
    ['', '10.1', '10.0.0', '0x0a.0.0.1', '010.0.0.1', '10.0.0.1/33', '10.0.0.1/', '10.0.0.1/-1', '10.0.0.1/8/8'].concat(
      ['2001:db8::/129', 'fe80::1%eth0', '10.0.0.256', ' 10.0.0.1', 'localhost', '*'],
    ),
  )('refuses %j', (text) => {
    expect(parseNetwork(text)).toBeNull();
  });

  it.each([
    ['198.51.100.1', [], true],
    ['10.1.2.3', ['10.0.0.0/8'], true],
    ['::ffff:10.1.2.3', ['10.0.0.0/8'], true],
    ['11.1.2.3', ['10.0.0.0/8', '11.1.2.3/32'], true],
    ['11.1.2.4', ['10.0.0.0/8', '11.1.2.3/32'], false],
    ['2001:db8::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32', '0.0.0.0/0'], false],
    ['unknown', ['0.0.0.0/0'], false],
    ['', ['0.0.0.0/0', '::/0'], false],
  ] as const)('the address %s is checked against the networks %j: %j', (address, networks, isAllowed) => {
    expect(isAllowedAddress(address, networks)).toBe(isAllowed);
  });
});
