import type { IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';
import { isInNetworks, networkOf } from '../../../common/network.js';

/**
 * Logs once that `X-Forwarded-For` from an untrusted address was ignored. Usually `TRUSTED_PROXIES` lacks a proxy, and
 * all clients behind it then share one address, its limits and its allowlists.
 */
export function warnOfIgnoredForwarding(trustedProxies: readonly string[]): (request: IncomingMessage) => void {
  const logger = new Logger('Http');
  let isTold = false;
  return (request) => {
    const peer = request.socket.remoteAddress ?? 'unknown';
    if (!isTold && request.headers['x-forwarded-for'] !== undefined && !isInNetworks(peer, trustedProxies)) {
      isTold = true;
      logger.warn({ event: 'forwarded_for_ignored', variable: 'TRUSTED_PROXIES', network: networkOf(peer) });
    }
  };
}
