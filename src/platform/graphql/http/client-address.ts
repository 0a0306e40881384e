import type { IncomingMessage } from 'node:http';
import { isInNetworks, parseAddress } from '../../../common/network.js';

/**
 * Returns the client's address, on either transport; `unknown` if it is not an IP address. `X-Forwarded-For` is trusted
 * only from peers within `trustedProxies`, one hop at a time: everything to the left of the first untrusted address was
 * written by that client.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const header = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
  // In order of distance: first the peer, then the addresses that proxies appended, from right to left. A disconnected
  // peer has no address.
  let address = request.socket.remoteAddress ?? 'unknown';
  for (const hop of forwarded.filter((part) => part !== '').reverse()) {
    if (!isInNetworks(address, trustedProxies)) break;
    address = hop;
  }
  return parseAddress(address) ?? 'unknown';
}
