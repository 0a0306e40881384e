import { Logger } from '@nestjs/common';
import { answerText, type FaultServer, startFaultServer } from './testing/fault-server.fixture.js';
import { newPayout, PROVIDER_PAYOUT_ID, wirePayoutObject } from './testing/payout.fixture.js';
import {
  credentials,
  newOrder,
  providerAt,
  PROVIDER_ORDER_ID,
  wireOrderObject,
} from './testing/provider-under-test.fixture.js';

let server: FaultServer;
let provider: ReturnType<typeof providerAt>;

async function answering(text: string, contentType: string | undefined, profile: unknown = {}) {
  server = await startFaultServer((response, request, nth) => {
    if (contentType === undefined) response.writeHead(200).end(text);
    else answerText(200, text, { 'content-type': contentType })(response, request, nth);
  });
  provider = providerAt(server.url, { profile });
  return provider;
}

// Serialises the object with its amount written as the given literal. The amount never becomes a float.
const withAmount = (object: Record<string, unknown>, literal: string): string =>
  JSON.stringify({ ...object, amount: '<amount>' }).replace('"<amount>"', literal);

Logger.overrideLogger(false);

afterEach(async () => {
  provider.close();
  await server.close();
});

describe('content types and encodings of answers', () => {
  it.each([
    'application/json; charset=utf8',
    'application/json;',
    'application/json; charset=utf-8; version=1',
    'application/json; charset=iso-8859-1',
    'application/vnd.provider.v1+json',
    'text/json',
    'text/plain; charset=utf-8',
    'text/html',
    'TEXT/X-JSON',
    '',
    undefined,
  ])('a payout with the content type %j is read', async (contentType) => {
    const { payouts } = await answering(JSON.stringify(wirePayoutObject()), contentType);

    await expect(payouts.createPayout(credentials, newPayout)).resolves.toMatchObject({ kind: 'accepted' });
    await expect(payouts.readPayout(credentials, PROVIDER_PAYOUT_ID)).resolves.toMatchObject({ kind: 'found' });
  });

  it.each(['application/octet-stream', 'image/png', 'application/jsonp'])(
    'a body of type %s is malformed because of its content type',
    async (contentType) => {
      const { payouts } = await answering(JSON.stringify(wirePayoutObject()), contentType);

      await expect(payouts.readPayout(credentials, PROVIDER_PAYOUT_ID)).resolves.toMatchObject({
        kind: 'unavailable',
        reason: 'malformed',
        detail: 'content_type',
      });
    },
  );

  it.each([
    ['a web page', '<html>', 'not_json'],
    ['nothing', '', 'not_json'],
    ['Latin-1', Buffer.from('"\xe4"', 'latin1'), 'not_utf8'],
    ['33 levels', '['.repeat(33) + ']'.repeat(33), 'too_deep'],
  ])('an answer with %s is malformed, and the detail names the problem', async (_name, body, detail) => {
    server = await startFaultServer(answerText(200, body, { 'content-type': 'application/json' }));
    provider = providerAt(server.url);

    await expect(provider.orders.readOrder(credentials, PROVIDER_ORDER_ID)).resolves.toMatchObject({
      reason: 'malformed',
      detail,
    });
  });

  it('a compressed answer that we did not ask for is malformed', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    server = await startFaultServer(answerText(200, '{}', headers));
    provider = providerAt(server.url);

    await expect(provider.orders.readOrder(credentials, PROVIDER_ORDER_ID)).resolves.toMatchObject({
      reason: 'malformed',
      detail: 'content_encoding',
    });
  });

  it.each(['identity', 'Identity', ''])('an answer with the content encoding %j is read', async (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    server = await startFaultServer(answerText(200, JSON.stringify(wireOrderObject()), headers));
    provider = providerAt(server.url);

    await expect(provider.orders.readOrder(credentials, PROVIDER_ORDER_ID)).resolves.toMatchObject({ kind: 'found' });
  });

  it.each([
    ['text/html', '{"message":"no"}', 'refused'],
    ['text/html', '<html>', 'unknown'],
    ['text/plain', '"no"', 'unknown'],
  ])('a 422 with the content type %s and the body %s is %s', async (contentType, body, kind) => {
    server = await startFaultServer(answerText(422, body, { 'content-type': contentType }));
    provider = providerAt(server.url);

    await expect(provider.payouts.createPayout(credentials, newPayout)).resolves.toMatchObject({ kind });
  });
});

describe('amounts in answers', () => {
  it.each(['1250.5', '1250.50', '"1250.50"', '"1,250.50"', '12505e-1', '1250.500000000000'])(
    'reads an amount written as %s',
    async (literal) => {
      const { payouts } = await answering(withAmount(wirePayoutObject(), literal), 'application/json');

      await expect(payouts.createPayout(credentials, newPayout)).resolves.toMatchObject({ kind: 'accepted' });
    },
  );

  it.each(['1250.5000000000001', '"1.250,50"', '"1,250"', 'true', '-1250.5', '1e400', '[1250.5]'])(
    'a read-back with the amount %s is found without the amount, but a creation is unknown',
    async (literal) => {
      const { payouts } = await answering(withAmount(wirePayoutObject({ status: 'COMPLETED' }), literal), 'text/json');

      await expect(payouts.readPayout(credentials, PROVIDER_PAYOUT_ID)).resolves.toMatchObject({
        kind: 'found',
        value: { status: 'COMPLETED', amount: null, unreadable: [expect.stringMatching(/^amount is not /)] },
      });
      await expect(payouts.createPayout(credentials, newPayout)).resolves.toMatchObject({
        kind: 'unknown',
        reason: 'malformed',
        detail: expect.stringMatching(/^amount is not /) as string,
        namedIds: [PROVIDER_PAYOUT_ID],
      });
    },
  );

  it.each([
    ['text', '1250.5', 'unknown'],
    ['text', '"1250.5"', 'accepted'],
    ['number', '1250.5', 'accepted'],
    ['number', '"1250.5"', 'unknown'],
    ['either', '1250.5', 'accepted'],
    ['either', '"1250.5"', 'accepted'],
  ])('if the profile expects amounts as %s, %s is %s', async (answerAmounts, literal, kind) => {
    const { payouts } = await answering(withAmount(wirePayoutObject(), literal), 'text/json', { answerAmounts });

    await expect(payouts.createPayout(credentials, newPayout)).resolves.toMatchObject({ kind });
  });

  it.each([
    { commission: 0.21, received: 10.29 },
    { commission: true, received: [], updatedAt: 1_700_000_000, purpose: 7, shopId: 7 },
    { updatedAt: { at: 'noon' } },
  ])('unreadable fields that Purser does not need are ignored: %j', async (overrides) => {
    const { orders } = await answering(JSON.stringify(wireOrderObject(overrides)), 'application/json');

    await expect(orders.createOrder(credentials, newOrder)).resolves.toMatchObject({
      kind: 'accepted',
      value: { unreadable: [] },
    });
  });
});

describe('required fields', () => {
  it.each([
    [{ id: 7 }, 'id is not a text'],
    [{ id: 'x' }, 'id is not a UUID'],
    [{ id: undefined }, 'id is missing'],
    [{ status: 7 }, 'status is not a text'],
    [{ status: '' }, 'status is empty'],
    [{ amount: '1e1' }, 'amount is not an amount'],
    [{ amount: undefined }, 'amount is missing'],
    [{ currency: 978 }, 'currency is not a text'],
    [{ externalId: ['x'] }, 'externalId is not a text'],
    [{ paymentLink: '/o/1' }, 'paymentLink is not a web address'],
    [{ paymentLink: undefined }, 'paymentLink is missing'],
  ])('a new order with %j is malformed, and the reason omits the value', async (overrides, detail) => {
    const { orders } = await answering(JSON.stringify(wireOrderObject(overrides)), 'application/json');

    await expect(orders.createOrder(credentials, newOrder)).resolves.toMatchObject({ reason: 'malformed', detail });
  });

  it.each([
    [{ account: 7 }, 'account is not an object'],
    [{ account: { requisites: [] } }, 'account.requisites is not a text'],
    [{ account: {} }, 'account.requisites is missing'],
    [{ status: undefined }, 'status is missing'],
  ])('a new payout with %j is malformed, and the reason omits the value', async (overrides, detail) => {
    const { payouts } = await answering(JSON.stringify(wirePayoutObject(overrides)), 'application/json');

    await expect(payouts.createPayout(credentials, newPayout)).resolves.toMatchObject({ reason: 'malformed', detail });
  });

  it.each([
    [{ amount: '10.51' }, 'amount differs'],
    [{ externalId: 'order-2' }, 'externalId differs'],
    [{ currency: 'USD' }, 'currency differs'],
  ])('the detail names the field that differs from the request: %j', async (overrides, detail) => {
    const { orders } = await answering(JSON.stringify(wireOrderObject(overrides)), 'application/json');

    await expect(orders.createOrder(credentials, newOrder)).resolves.toMatchObject({ reason: 'echo_mismatch', detail });
  });

  it('an account number sent as text may be echoed as a number', async () => {
    const recipient = { ...newPayout.recipient, requisites: '221771000001' };
    const account = { ...recipient, requisites: 221_771_000_001 };
    const { payouts } = await answering(JSON.stringify(wirePayoutObject({ account })), 'application/json');

    await expect(payouts.createPayout(credentials, { ...newPayout, recipient })).resolves.toMatchObject({
      kind: 'accepted',
    });
  });
});

describe('read-backs', () => {
  it.each([
    [{ amount: [], currency: 7, externalId: {} }, ['amount', 'externalId', 'currency']],
    [{ paymentLink: '/o/1', commission: 1, received: {}, updatedAt: 7, shopId: [] }, []],
  ])("an order's status is read even if other fields are invalid: %j", async (overrides, fields) => {
    const object = wireOrderObject({ ...overrides, status: 'PENDING' });
    const { orders } = await answering(JSON.stringify(object), 'application/json');
    const outcome = await orders.readOrder(credentials, PROVIDER_ORDER_ID);

    expect(outcome).toMatchObject({ kind: 'found', value: { status: 'PENDING' } });
    const named = outcome.kind === 'found' ? outcome.value.unreadable.map((text) => text.split(' ')[0]) : [];
    expect(new Set(named)).toEqual(new Set(fields));
  });

  it.each([1_700_000_000, 'yesterday', true, {}])('an order with payedAt %j is paid', async (payedAt) => {
    const { orders } = await answering(JSON.stringify(wireOrderObject({ payedAt })), 'application/json');

    await expect(orders.readOrder(credentials, PROVIDER_ORDER_ID)).resolves.toMatchObject({
      value: { status: 'PAID', paidAt: null },
    });
  });

  it.each([null, undefined, '', 0, false])('an order with payedAt %j is not paid', async (payedAt) => {
    const { orders } = await answering(JSON.stringify(wireOrderObject({ payedAt })), 'application/json');

    await expect(orders.readOrder(credentials, PROVIDER_ORDER_ID)).resolves.toMatchObject({
      value: { status: 'CREATED' },
    });
  });

  it.each([7, 'none', [], { requisites: {}, name: 'x' }])(
    "a payout's status is read even if the account is %j",
    async (account) => {
      const { payouts } = await answering(JSON.stringify(wirePayoutObject({ account, status: 'FAILED' })), 'text/json');

      await expect(payouts.readPayout(credentials, PROVIDER_PAYOUT_ID)).resolves.toMatchObject({
        kind: 'found',
        value: {
          status: 'FAILED',
          amount: '1250.5',
          requisites: null,
          unreadable: [expect.stringMatching(/^account/)],
        },
      });
    },
  );

  it('waits until the date in Retry-After before it retries', async () => {
    const askedAt: number[] = [];
    const inASecond = () => new Date(Date.now() + 2_000).toUTCString();
    server = await startFaultServer((response, request, nth) => {
      askedAt.push(performance.now());
      if (nth === 1) answerText(503, 'x', { 'retry-after': inASecond() })(response, request, nth);
      else answerText(200, JSON.stringify(wireOrderObject()), {})(response, request, nth);
    });
    provider = providerAt(server.url, { timeoutMs: 6_000 });

    await expect(provider.orders.readOrder(credentials, PROVIDER_ORDER_ID)).resolves.toMatchObject({ kind: 'found' });
    // The date has whole seconds, so two seconds from now may be rounded down to one.
    expect(askedAt[1]! - askedAt[0]!).toBeGreaterThanOrEqual(995);
  });
});
