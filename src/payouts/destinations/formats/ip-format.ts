import { isIP } from 'node:net';
import { fieldFormat } from './field-format.js';

/**
 * An IP address. Private addresses are accepted: a merchant on one network with its users has no others, and the
 * service decides what to make of an address.
 */
export const ipFormat = fieldFormat({
  kind: 'IP',
  rule: 'an IPv4 address of four decimal parts or an IPv6 address',
  example: '203.0.113.7',
  code: 'IP_INVALID',
  // A zone (`fe80::1%eth0`) names a network interface of one machine, and means nothing to another.
  canonical: (text) => (isIP(text) !== 0 && !text.includes('%') ? text : null),
});
