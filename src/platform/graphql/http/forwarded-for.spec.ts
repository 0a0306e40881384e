import type { IncomingMessage } from 'node:http';
import { Logger } from '@nestjs/common';
import { warnOfIgnoredForwarding } from './forwarded-for.js';

function requestFrom(remoteAddress: string, headers: Readonly<Record<string, string>>): IncomingMessage {
  return { headers, socket: { remoteAddress } } as unknown as IncomingMessage;
}

describe('the warning about X-Forwarded-For', () => {
  let warn: jest.SpyInstance;

  beforeEach(() => {
    warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  });

  afterEach(() => jest.restoreAllMocks());

  const receive = (trusted: readonly string[], requests: readonly IncomingMessage[]): number => {
    const note = warnOfIgnoredForwarding(trusted);
    for (const request of requests) note(request);
    return warn.mock.calls.length;
  };

  it('names the network of an untrusted peer, and is logged only once', () => {
    const request = requestFrom('::ffff:10.1.2.3', { 'x-forwarded-for': '203.0.113.7' });
    expect(receive(['10.9.0.0/16'], [request, request])).toBe(1);
    const line = { event: 'forwarded_for_ignored', variable: 'TRUSTED_PROXIES', network: '10.1.2.3' };
    expect(warn).toHaveBeenCalledWith(line);
  });

  it('the warning about X-Forwarded-For is not logged for a trusted proxy or without the header', () => {
    const proxied = requestFrom('10.9.0.1', { 'x-forwarded-for': '203.0.113.7' });
    expect(receive(['10.9.0.0/16'], [proxied, requestFrom('10.1.2.3', {})])).toBe(0);
  });
});
