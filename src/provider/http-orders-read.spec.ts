import { Logger } from '@nestjs/common';
import {
  answerJson,
  answerText,
  type Behaviour,
  type FaultServer,
  startFaultServer,
} from './testing/fault-server.fixture.js';
import {
  credentials,
  providerAt,
  PROVIDER_ORDER_ID,
  type TestedProviderOptions,
  wireOrderObject,
} from './testing/provider-under-test.fixture.js';

const json = { 'content-type': 'application/json' };
const found = answerJson(200, wireOrderObject({ status: 'PENDING' }));
const OTHER_ID = '0190a1b2-ffff-7e5f-8a9b-0c1d2e3f4a5b';

let server: FaultServer;
let close: () => void;

async function read(behave: Behaviour, options: TestedProviderOptions = {}) {
  server = await startFaultServer(behave);
  const provider = providerAt(server.url, options);
  close = provider.close;
  return provider.orders.readOrder(credentials, PROVIDER_ORDER_ID.toUpperCase(), 'background');
}

/** Uses the behaviours one after the other, one per request; the last one serves all further requests. */
function inTurn(...behaviours: [Behaviour, ...Behaviour[]]): Behaviour {
  return (response, request, nth) => {
    (behaviours[nth - 1] ?? behaviours.at(-1)!)(response, request, nth);
  };
}

Logger.overrideLogger(false);

afterEach(async () => {
  close();
  await server.close();
});

describe('reading an order back', () => {
  it('requests the order by its id and returns the order', async () => {
    const outcome = await read(found);

    expect(outcome).toMatchObject({ kind: 'found', value: { providerOrderId: PROVIDER_ORDER_ID, status: 'PENDING' } });
    expect(server.requests).toMatchObject([{ method: 'GET', path: `/v1/orders/${PROVIDER_ORDER_ID}`, body: '' }]);
    expect(server.requests[0]!.headers).toMatchObject({
      'x-api-token': credentials.apiToken,
      connection: 'keep-alive',
    });
  });

  const notRepeated: [string, Behaviour, object][] = [
    ['404 with a JSON object', answerJson(404, {}), { kind: 'absent' }],
    ['404 with a web page', answerText(404, '<html>'), { kind: 'unavailable', reason: 'http_status', httpStatus: 404 }],
    ['401', answerJson(401, {}), { kind: 'unavailable', reason: 'http_status', httpStatus: 401 }],
    ['409', answerJson(409, {}), { kind: 'unavailable', reason: 'http_status', httpStatus: 409 }],
    [
      'a redirect',
      answerText(302, '', { location: '/' }),
      { kind: 'unavailable', reason: 'http_status', httpStatus: 302 },
    ],
    [
      'truncated JSON',
      answerText(200, '{"status"', json),
      { kind: 'unavailable', reason: 'malformed', httpStatus: 200 },
    ],
    ['another order', answerJson(200, wireOrderObject({ id: OTHER_ID })), { kind: 'unavailable', reason: 'malformed' }],
    ['no status', answerJson(200, { id: PROVIDER_ORDER_ID }), { kind: 'unavailable', reason: 'malformed' }],
    ['429 with a long wait', answerJson(429, {}, { 'retry-after': '3600' }), { kind: 'unavailable', httpStatus: 429 }],
  ];

  it.each(notRepeated)('an answer with %s is not retried', async (_name, behave, expected) => {
    await expect(read(behave)).resolves.toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
  });

  const passing: [string, Behaviour][] = [
    ['a dropped connection', (response) => response.destroy()],
    ['408', answerJson(408, {})],
    ['429', answerJson(429, {}, { 'retry-after': '0' })],
    ['500 with a web page', answerText(500, '<html>')],
    ['503', answerJson(503, {})],
  ];

  it.each(passing)('retries after %s', async (_name, behave) => {
    await expect(read(inTurn(behave, found))).resolves.toMatchObject({ kind: 'found' });
    expect(server.requests).toHaveLength(2);
  });

  it('gives up after two retries', async () => {
    await expect(read(answerText(502, 'x'))).resolves.toEqual({
      kind: 'unavailable',
      reason: 'http_status',
      httpStatus: 502,
    });
    expect(server.requests).toHaveLength(3);
  });

  it('waits as long as Retry-After says, if that is a few seconds', async () => {
    const askedAt: number[] = [];
    const busyThenFound = inTurn(answerJson(429, {}, { 'retry-after': '1' }), found);
    const outcome = await read((response, request, nth) => {
      askedAt.push(performance.now());
      busyThenFound(response, request, nth);
    });

    expect(outcome).toMatchObject({ kind: 'found' });
    // 5 ms less, because timers count whole milliseconds.
    expect(askedAt[1]! - askedAt[0]!).toBeGreaterThanOrEqual(995);
  });

  it('a read-back is not retried if Retry-After goes beyond the deadline', async () => {
    const outcome = await read(answerJson(503, {}, { 'retry-after': '2' }), { timeoutMs: 1_000 });

    expect(outcome).toMatchObject({ kind: 'unavailable', httpStatus: 503 });
    expect(server.requests).toHaveLength(1);
  });

  it('the first request and its retries share one deadline', async () => {
    const startedAt = performance.now();
    const outcome = await read(
      inTurn(answerText(503, 'x'), () => undefined),
      { timeoutMs: 2_000 },
    );

    expect(outcome).toEqual({ kind: 'unavailable', reason: 'timed_out', httpStatus: null });
    expect(performance.now() - startedAt).toBeLessThan(3_500);
  });

  it('sends nothing while the circuit is open', async () => {
    await read((response) => response.destroy());
    const provider = providerAt(server.url, { timeoutMs: 150 });
    const calls = Array.from({ length: 5 }, () => provider.orders.readOrder(credentials, PROVIDER_ORDER_ID));
    await Promise.all(calls);
    const asked = server.requests.length;

    await expect(provider.orders.readOrder(credentials, PROVIDER_ORDER_ID)).resolves.toEqual({
      kind: 'unavailable',
      reason: 'circuit_open',
      httpStatus: null,
    });
    provider.close();
    expect(server.requests).toHaveLength(asked);
  });

  it('rejects an id that is not a UUID', async () => {
    await read(found);
    const provider = providerAt(server.url);

    await expect(provider.orders.readOrder(credentials, '../payouts')).rejects.toThrow(TypeError);
    provider.close();
    expect(server.requests).toHaveLength(1);
  });
});
