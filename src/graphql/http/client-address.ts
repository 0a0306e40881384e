import type { IncomingMessage } from 'node:http';

/**
 * The address a request came from, on either transport. `X-Forwarded-For` is believed for as many hops as proxies of
 * ours stand in front and no further, since everything left of that is whatever the client wrote.
 */
export function clientAddress(request: IncomingMessage, trustedProxyHops: number): string {
  const header = request.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
  // Nearest first: the peer, then what each proxy has appended. A peer that is gone has no address left.
  const hops = [request.socket.remoteAddress ?? 'unknown', ...forwarded.filter((part) => part !== '').reverse()];
  return hops[Math.min(trustedProxyHops, hops.length - 1)] ?? 'unknown';
}
