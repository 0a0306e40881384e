import { Logger } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { isInNetworks, networkOf } from '../../../common/network.js';

/**
 * Logs once that `X-Forwarded-For` from an untrusted address was ignored. Usually `TRUSTED_PROXIES` lacks a proxy, and
 * all clients behind it then share one address, its limits and its allowlists.
 */
export function warnOfIgnoredForwarding(trustedProxies: readonly string[]): RequestHandler {
  const logger = new Logger('Http');
  let isTold = false;
  return (request, _response, next) => {
    const peer = request.socket.remoteAddress ?? 'unknown';
    if (!isTold && request.headers['x-forwarded-for'] !== undefined && !isInNetworks(peer, trustedProxies)) {
      isTold = true;
      logger.warn({ event: 'forwarded_for_ignored', variable: 'TRUSTED_PROXIES', network: networkOf(peer) });
    }
    next();
  };
}
