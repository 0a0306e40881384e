import { RequestLog } from './request-log.js';

describe('request log', () => {
  it('keeps the newest requests and counts them all', () => {
    const log = new RequestLog();
    for (let number = 1; number <= 10_001; number += 1) {
      log.received({
        type: 'request.received',
        id: `request ${number}`,
        at: '2026-01-01T00:00:00.000Z',
        method: 'GET',
        path: '/v1/orders/x',
        endpoint: 'GET /v1/orders/{orderId}',
      });
    }
    expect(log.list()).toHaveLength(10_000);
    expect(log.list()[0]?.id).toBe('request 2');
    expect(log.countByEndpoint()).toEqual({ 'GET /v1/orders/{orderId}': 10_001 });
  });

  it('returns the number of requests in the busiest second, which may begin at any millisecond', () => {
    const log = new RequestLog();
    const comeAt = (ms: number): void => {
      const at = new Date(1_767_225_600_000 + ms).toISOString();
      log.received({
        type: 'request.received',
        id: `request at ${ms}`,
        at,
        method: 'GET',
        path: '/',
        endpoint: 'GET /',
      });
    };
    for (const ms of [0, 700, 900, 1_100, 1_650, 1_899, 1_900]) comeAt(ms);
    expect(log.busiestSecond).toBe(4);
    log.clear();
    expect(log.busiestSecond).toBe(0);
  });
});
