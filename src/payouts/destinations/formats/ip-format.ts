import { isIP } from 'node:net';
import { fieldFormat } from './field-format.js';

/**
 * An IP address. Private ones pass: judging addresses is up to the service, and a merchant on one network with its
 * users has no others.
 */
export const ipFormat = fieldFormat({
  kind: 'IP',
  rule: 'an IPv4 address of four decimal parts or an IPv6 address',
  example: '203.0.113.7',
  code: 'IP_INVALID',
  // A zone (`fe80::1%eth0`) names an interface of one machine and means nothing to another.
  canonical: (text) => (isIP(text) !== 0 && !text.includes('%') ? text : null),
});
