import type { IncomingMessage } from 'node:http';
import { isInNetworks, parseAddress } from '../../../common/network.js';

/**
 * The address a request came from, on either transport; `unknown` for what is no IP address. `X-Forwarded-For` is
 * believed of peers within `trustedProxies` alone, and of them one after the other: everything left of the first
 * stranger is whatever that one wrote.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const header = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
  // Nearest first: the peer, then what each proxy has appended. A peer that is gone has no address left.
  let address = request.socket.remoteAddress ?? 'unknown';
  for (const hop of forwarded.filter((part) => part !== '').reverse()) {
    if (!isInNetworks(address, trustedProxies)) break;
    address = hop;
  }
  return parseAddress(address) ?? 'unknown';
}
