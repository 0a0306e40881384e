import type { IncomingMessage } from 'node:http';
import { isInNetworks, parseAddress } from '../../../common/network.js';

/**
 * Returns the client's address on either transport; `unknown` if it is not an IP address. `X-Forwarded-For` is trusted
 * only from peers within `trustedProxies`, one hop at a time: everything left of the first stranger is that stranger's
 * own text.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const header = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
  // Nearest first: the peer, then what each proxy appended. A disconnected peer has no address.
  let address = request.socket.remoteAddress ?? 'unknown';
  for (const hop of forwarded.filter((part) => part !== '').reverse()) {
    if (!isInNetworks(address, trustedProxies)) break;
    address = hop;
  }
  return parseAddress(address) ?? 'unknown';
}
