import { Logger } from '@nestjs/common';
import type { AuditLog } from '../../desk/audit/audit-log.js';
import type { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { OpenWork } from '../../platform/scheduling/open-work.js';
import { newApiKeyPrefix, newApiKeyToken } from '../keys/domain/api-key-token.js';
import { FailedAttempts } from './failed-attempts.js';

describe('failed attempts', () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const recorded: unknown[] = [];
  const audit = { record: (_tx: unknown, entry: unknown) => Promise.resolve(recorded.push(entry)) };
  const unitOfWork = { run: (work: (tx: unknown) => Promise<unknown>) => work(null) };
  const openWork = { finish: (work: Promise<unknown>) => work };
  let attempts: FailedAttempts;

  beforeEach(() => {
    jest.useFakeTimers();
    warn.mockClear();
    recorded.length = 0;
    attempts = new FailedAttempts(
      audit as unknown as AuditLog,
      unitOfWork as unknown as UnitOfWork,
      openWork as unknown as OpenWork,
    );
  });

  afterEach(() => {
    attempts.beforeApplicationShutdown();
    jest.useRealTimers();
  });
  afterAll(() => {
    warn.mockRestore();
  });

  const lines = (): unknown[] => warn.mock.calls.map(([line]) => line as unknown);

  it('failed attempts are logged once per network and minute, with the key prefix if it is one of our keys', () => {
    const prefix = newApiKeyPrefix();
    const token = newApiKeyToken(prefix);
    for (let n = 0; n < 69; n += 1) attempts.note('2001:db8:1:2::1', 'a-secret-of-another-program');
    attempts.note('2001:db8:1:2::2', token);
    attempts.note('192.0.2.1', `${token}x`);
    expect(lines()).toEqual([]);
    jest.advanceTimersByTime(60_000);
    expect(lines()).toEqual([
      {
        event: 'authentication_failed',
        network: '2001:db8:1:2::',
        failures: 70,
        keyPrefix: prefix,
        isLimitReached: false,
      },
      { event: 'authentication_failed', network: '192.0.2.1', failures: 1, keyPrefix: null, isLimitReached: false },
    ]);
    expect(JSON.stringify(lines())).not.toContain(token.slice(prefix.length));
  });

  it('failed attempts are audited once a minute when a network is throttled', () => {
    attempts.note('192.0.2.1', null);
    attempts.noteLimit('192.0.2.1');
    attempts.noteLimit('192.0.2.1');
    expect(recorded).toMatchObject([{ action: 'access.failed_repeatedly', after: { failures: 1 } }]);
    jest.advanceTimersByTime(60_000);
    attempts.noteLimit('192.0.2.1');
    expect(recorded).toHaveLength(2);
  });

  it('failed attempts are logged without the network if they come from too many networks', () => {
    for (let n = 0; n < 300; n += 1) attempts.note(`192.0.${Math.trunc(n / 200)}.${n % 200}`, null);
    attempts.beforeApplicationShutdown();
    expect(lines()).toHaveLength(101);
    expect(lines().at(-1)).toEqual({ event: 'authentication_failed_elsewhere', failures: 200 });
  });
});
