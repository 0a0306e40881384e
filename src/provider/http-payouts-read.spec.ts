import { Logger } from '@nestjs/common';
import {
  answerJson,
  answerText,
  type Behaviour,
  type FaultServer,
  startFaultServer,
} from './testing/fault-server.fixture.js';
import { PROVIDER_PAYOUT_ID, wirePayoutObject } from './testing/payout.fixture.js';
import { dropped } from './testing/provider-faults.fixture.js';
import { credentials, providerAt } from './testing/provider-under-test.fixture.js';

const OTHER_ID = '0190a1b2-ffff-7e5f-8a9b-0c1d2e3f4a5b';
const PHONE = '+79123456789';

let server: FaultServer;
let provider: ReturnType<typeof providerAt>;
const logged: unknown[] = [];
const remember = (line: unknown) => logged.push(line);
Logger.overrideLogger({ log: remember, error: remember, warn: remember, debug: remember });

async function payoutsOf(behave: Behaviour) {
  server = await startFaultServer(behave);
  provider = providerAt(server.url);
  return provider.payouts;
}

/** Uses one behaviour for the first request and another for all further ones. */
function first(behaviour: Behaviour, then: Behaviour): Behaviour {
  return (response, request, nth) => {
    (nth === 1 ? behaviour : then)(response, request, nth);
  };
}

beforeEach(() => {
  logged.length = 0;
});

afterEach(async () => {
  provider.close();
  await server.close();
});

describe('reading a payout back', () => {
  const read = async (behave: Behaviour) =>
    (await payoutsOf(behave)).readPayout(credentials, PROVIDER_PAYOUT_ID.toUpperCase(), 'background');

  it('requests the payout by its id and returns the payout', async () => {
    const outcome = await read(answerJson(200, wirePayoutObject({ status: 'PROCESSING' })));

    expect(outcome).toMatchObject({
      kind: 'found',
      value: { providerPayoutId: PROVIDER_PAYOUT_ID, status: 'PROCESSING' },
    });
    expect(server.requests).toMatchObject([{ method: 'GET', path: `/v1/payouts/${PROVIDER_PAYOUT_ID}`, body: '' }]);
  });

  it.each([
    ['PENDING', 'PROCESSING'],
    ['FAILED', 'FAILED'],
    ['REVERSED', 'UNRECOGNIZED'],
  ])('returns the provider status %s verbatim, with its meaning %s', async (providerStatus, status) => {
    const outcome = await read(answerJson(200, wirePayoutObject({ status: providerStatus })));

    expect(outcome).toMatchObject({ kind: 'found', value: { providerStatus, status } });
  });

  it('accepts null in every optional field', async () => {
    const nothing = Object.fromEntries(Object.keys(wirePayoutObject()).map((field) => [field, null]));
    const outcome = await read(answerJson(200, { ...nothing, id: PROVIDER_PAYOUT_ID, status: 'CREATED' }));

    expect(outcome).toMatchObject({ kind: 'found', value: { amount: null, requisites: null, callbackUrl: null } });
  });

  const notRepeated: [string, Behaviour, object][] = [
    ['404 with a JSON object', answerJson(404, {}), { kind: 'absent' }],
    ['404 with a web page', answerText(404, '<html>'), { kind: 'unavailable', reason: 'http_status', httpStatus: 404 }],
    ['401', answerJson(401, {}), { kind: 'unavailable', reason: 'http_status', httpStatus: 401 }],
    ['a redirect', answerText(307, '', { location: '/' }), { kind: 'unavailable', reason: 'http_status' }],
    [
      'another payout',
      answerJson(200, wirePayoutObject({ id: OTHER_ID })),
      { kind: 'unavailable', reason: 'malformed', httpStatus: 200 },
    ],
    ['no status', answerJson(200, { id: PROVIDER_PAYOUT_ID }), { kind: 'unavailable', reason: 'malformed' }],
  ];

  it.each(notRepeated)('an answer with %s is not retried', async (_name, behave, expected) => {
    await expect(read(behave)).resolves.toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, Behaviour]>([
    ['a dropped connection', dropped],
    ['429', answerJson(429, {}, { 'retry-after': '0' })],
    ['503', answerText(503, '<html>')],
  ])('retries after %s', async (_name, behave) => {
    await expect(read(first(behave, answerJson(200, wirePayoutObject())))).resolves.toMatchObject({ kind: 'found' });
    expect(server.requests).toHaveLength(2);
  });

  it.each(['../orders', `${PROVIDER_PAYOUT_ID}/../x`, `${PROVIDER_PAYOUT_ID}?x`, '', 'services'])(
    'rejects the payout id %j and sends nothing',
    async (id) => {
      const payouts = await payoutsOf(answerJson(200, wirePayoutObject()));

      await expect(payouts.readPayout(credentials, id)).rejects.toThrow(TypeError);
      expect(server.requests).toHaveLength(0);
    },
  );
});

describe('listing payout services', () => {
  it('returns the services that are enabled for the merchant', async () => {
    const payouts = await payoutsOf(answerJson(200, { items: [{ id: '7', title: 'Mobile money', currency: 'XOF' }] }));

    await expect(payouts.listServices(credentials)).resolves.toEqual({
      kind: 'found',
      value: [{ id: 7, name: 'Mobile money', currency: 'XOF', details: [] }],
    });
    expect(server.requests).toMatchObject([{ method: 'GET', path: '/v1/payouts/services' }]);
  });

  it('reports an answer of unknown shape as malformed', async () => {
    const payouts = await payoutsOf(answerJson(200, { services: {} }));

    await expect(payouts.listServices(credentials)).resolves.toEqual({
      kind: 'unavailable',
      reason: 'malformed',
      detail: expect.any(String) as string,
      httpStatus: 200,
    });
  });
});

describe('listing banks', () => {
  it('sends the encoded phone number', async () => {
    const payouts = await payoutsOf(answerJson(200, [{ id: '100000000111', name: 'A bank' }]));

    await expect(payouts.listBanks(credentials, PHONE)).resolves.toEqual({
      kind: 'found',
      value: [{ id: '100000000111', name: 'A bank' }],
    });
    expect(server.requests).toMatchObject([{ method: 'GET', path: '/v1/payouts/banks?account=%2B79123456789' }]);
  });

  it('a phone number cannot change the path, the parameters or the headers of the request', async () => {
    const payouts = await payoutsOf(answerJson(200, []));
    await payouts.listBanks(credentials, '7&account=8#/../x\r\nx: y');

    expect(server.requests).toHaveLength(1);
    const asked = new URL(server.requests[0]!.path, server.url);
    expect(asked.pathname).toBe('/v1/payouts/banks');
    expect([...asked.searchParams]).toEqual([['account', '7&account=8#/../x\r\nx: y']]);
    expect(server.requests[0]!.headers).not.toHaveProperty('x');
  });

  it.each<[string, Behaviour]>([
    ['banks', answerJson(200, [])],
    ['a refusal that repeats the number', answerJson(400, { message: `no banks for ${PHONE}` })],
    ['something else', answerJson(200, { account: PHONE })],
    ['nothing', dropped],
  ])('no log line or outcome contains the phone number if the answer is %s', async (_name, behave) => {
    const payouts = await payoutsOf(behave);
    const outcome = await payouts.listBanks(credentials, PHONE);

    expect(logged.length).toBeGreaterThan(0);
    expect(JSON.stringify([logged, outcome])).not.toContain('9123456789');
  });

  it('a phone number that cannot be encoded is rejected without showing its digits', async () => {
    const payouts = await payoutsOf(answerJson(200, []));

    await expect(payouts.listBanks(credentials, `${PHONE}\ud800`)).rejects.not.toThrow(/9123456789/);
    expect(server.requests).toHaveLength(0);
  });
});
