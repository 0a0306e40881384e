import { type SendOptions, type StagedCheckout, stageCheckout } from './checkout.fixture.js';
import { OwnOrders } from './own-orders.js';

const ATTEMPT = '7d5fcf0a-5d3a-4a4c-9d0e-3f1f9b6f2c11';
const ORDER = '01a1fba9-efae-72cd-a5cb-a1538f46af36';
const CARD = { cardNumber: '4000 0000 0000 0002', cardholderName: 'Ada Lovelace', expiryDate: '12/39', cvv: '737' };

const json = (value: unknown): string => JSON.stringify(value);
const made = { createOrder: { order: { id: ORDER }, userErrors: [] } };

describe('sample checkout', () => {
  let shop: StagedCheckout;

  beforeEach(async () => {
    shop = await stageCheckout();
    shop.answerWith(made);
  });

  afterEach(() => shop.stop());

  const makeOrder = () => shop.send('/orders', { body: json({ attempt: ATTEMPT }) });

  it('serves every file that its page loads, and loads nothing from other origins', async () => {
    const { text, headers } = await shop.send('/', { method: 'GET' });
    const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    const paths = addresses.filter((address) => !address.startsWith('data:'));
    expect(paths.filter((path) => !path.startsWith('/'))).toEqual([]);
    const statuses = await Promise.all(paths.map(async (path) => (await shop.send(path, { method: 'GET' })).status));
    expect(statuses).toEqual(paths.map(() => 200));
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(headers['cache-control']).toBe('no-store');
    expect(text).not.toContain('the-api-key');
  });

  it.each([
    ['cardNumber', 'cc-number'],
    ['cardholderName', 'cc-name'],
    ['expiryDate', 'cc-exp'],
    ['cvv', 'cc-csc'],
    ['code', 'one-time-code'],
  ])('marks the field %s for the browser to autofill as %s', async (field, autocomplete) => {
    const { text } = await shop.send('/', { method: 'GET' });
    expect(text).toMatch(new RegExp(`<label for="${field}">`));
    expect(text).toMatch(new RegExp(`<input[^>]*id="${field}"[^>]*autocomplete="${autocomplete}"`));
  });

  it("sets the price on the server and sends the attempt's id, so that a second click creates no second order", async () => {
    expect(await makeOrder()).toMatchObject({ status: 200, text: json({ orderId: ORDER, errors: [] }) });
    expect(shop.asked).toMatchObject([
      {
        authorization: 'Bearer the-api-key',
        variables: { input: { method: 'CARD_H2H', amount: '50.50', currency: 'EUR' } },
      },
    ]);
    expect(json(shop.asked[0]!.variables)).toContain(ATTEMPT);
    const { status } = await shop.send('/orders', { body: json({ attempt: ATTEMPT, amount: '0.01' }) });
    expect(status).toBe(400);
    expect(shop.asked).toHaveLength(1);
  });

  it('forwards a card in GraphQL variables and never returns it to the page', async () => {
    await makeOrder();
    shop.answerWith({ submitH2hCard: { order: { id: ORDER }, userErrors: [] } });
    const answer = await shop.send(`/orders/${ORDER}/card`, { body: json(CARD) });
    expect(answer.text).toBe(json({ errors: [] }));
    expect(shop.asked[1]).toMatchObject({ variables: { input: { orderId: ORDER, card: CARD } } });
    expect(shop.asked[1]!.query).not.toContain(CARD.cardNumber);
  });

  it.each([
    {
      refused: ['CARD_EXPIRED', ['input', 'card', 'expiryDate']],
      told: [{ code: 'CARD_EXPIRED', field: 'expiryDate', text: 'This card has expired.' }],
    },
    {
      refused: ['PROVIDER_NOT_REACHED', null],
      told: [expect.objectContaining({ code: 'PROVIDER_NOT_REACHED', field: null })],
    },
    {
      refused: ['SOMETHING_NEW', ['input', 'orderId']],
      told: [{ code: 'SOMETHING_NEW', field: null, text: 'The payment could not be made. Please try again later.' }],
    },
    // The payer learns these outcomes from the payment's events, so the answer contains no error.
    { refused: ['PROVIDER_OUTCOME_UNKNOWN', null], told: [] },
    { refused: ['CARD_ALREADY_SENT', null], told: [] },
  ])(
    'returns the errors for the payer if Purser refuses a card with $refused.0',
    async ({ refused: [code, field], told }) => {
      await makeOrder();
      shop.answerWith({ submitH2hCard: { order: { id: ORDER }, userErrors: [{ code, field }] } });
      const { text } = await shop.send(`/orders/${ORDER}/card`, { body: json(CARD) });
      expect(JSON.parse(text)).toEqual({ errors: told });
    },
  );

  it('returns errors for missing and overlong fields without calling Purser', async () => {
    await makeOrder();
    const body = json({ ...CARD, cvv: ' ', cardholderName: 'A'.repeat(101) });
    const { status, text } = await shop.send(`/orders/${ORDER}/card`, { body });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      errors: [
        { code: 'TOO_LONG', field: 'cardholderName' },
        { code: 'MISSING', field: 'cvv' },
      ],
    });
    expect(shop.asked).toHaveLength(1);
  });

  it('says that the payer can try again if Purser does not answer', async () => {
    await makeOrder();
    shop.answerWith(undefined);
    const { text } = await shop.send(`/orders/${ORDER}/code`, { body: json({ code: '123456' }) });
    expect(JSON.parse(text)).toMatchObject({ errors: [{ code: 'NO_ANSWER', field: null }] });
  });

  it('sends the page the id of the new order after a retry', async () => {
    await makeOrder();
    const another = ORDER.replace('0', 'f');
    shop.answerWith({ retryOrder: { order: { id: another }, userErrors: [] } });
    const { text } = await shop.send(`/orders/${ORDER}/retry`, { body: '{}' });
    expect(JSON.parse(text)).toEqual({ orderId: another, errors: [] });
    shop.answerWith({ submitH2hCard: { order: { id: another }, userErrors: [] } });
    expect((await shop.send(`/orders/${another}/card`, { body: json(CARD) })).status).toBe(200);
  });

  it.each<[string, string, SendOptions, number]>([
    ['comes from another site', 'card', { headers: { origin: 'https://evil.example' } }, 403],
    ['does not say where it comes from', 'card', { headers: { origin: undefined } }, 403],
    ['calls this machine by another name', 'card', { headers: { host: 'rebound.example' } }, 403],
    ['is a form', 'card', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['is compressed', 'card', { headers: { 'content-encoding': 'gzip' } }, 400],
    ['is long', 'card', { body: json({ ...CARD, cardholderName: 'A'.repeat(5_000) }) }, 413],
    ['is cut off', 'card', { body: json(CARD).slice(0, -1) }, 400],
    ['is a list', 'card', { body: json([CARD]) }, 400],
    ['holds a field too many', 'card', { body: json({ ...CARD, amount: '0.01' }) }, 400],
    ['holds a number for a text', 'card', { body: json({ ...CARD, cvv: 737 }) }, 400],
    ['leaves a field out', 'code', { body: '{}' }, 400],
  ])('refuses a request that %s', async (_what, action, options, status) => {
    await makeOrder();
    const answer = await shop.send(`/orders/${ORDER}/${action}`, { body: json(CARD), ...options });
    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/4000|737|Ada/);
    expect(shop.asked).toHaveLength(1);
  });

  it.each(['card', 'code', 'retry', 'events'])("refuses requests about other shops' orders: %s", async (action) => {
    const method = action === 'events' ? 'GET' : 'POST';
    const body = method === 'GET' ? {} : { body: json(CARD) };
    expect((await shop.send(`/orders/${ORDER}/${action}`, { method, ...body })).status).toBe(404);
    expect(shop.asked).toEqual([]);
  });
});

describe('orders of the shop', () => {
  it('forget the oldest order once there are more than the limit', () => {
    const orders = new OwnOrders(2);
    for (const id of ['a', 'b', 'c']) orders.add(id);
    expect(['a', 'b', 'c'].map((id) => orders.has(id))).toEqual([false, true, true]);
  });
});
