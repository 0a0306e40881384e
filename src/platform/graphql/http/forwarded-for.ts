import type { IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';
import { isInNetworks, networkOf } from '../../../common/network.js';

/**
 * Logs a warning the first time that `X-Forwarded-For` from an untrusted address is ignored. Usually a proxy is missing
 * from `TRUSTED_PROXIES`, and all clients behind it share one address, with its limits and its allowlists.
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
