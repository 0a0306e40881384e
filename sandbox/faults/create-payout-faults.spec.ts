import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';
import { malformedPayoutVariants } from './fault-fields.schema.js';

const anyText: unknown = expect.any(String);

describe('faults of POST /v1/payouts', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  const setFault = (rule: Readonly<Record<string, unknown>>) =>
    sandbox.client.setFault({ on: 'createPayout', ...rule });

  it.each([
    { fault: 'dropAfterAccepting', created: 1 },
    { fault: 'dropBeforeAccepting', created: 0 },
  ])('$fault drops the connection with $created payout created', async ({ fault, created }) => {
    await setFault({ fault });
    await expect(sandbox.client.postPayout()).rejects.toThrow('fetch failed');
    const { payouts, requests } = await sandbox.client.book();
    expect(payouts).toHaveLength(created);
    expect(await sandbox.client.balances()).toHaveLength(created);
    expect(requests[0]).toMatchObject({ fault, status: null, answeredAt: null });
  });

  it.each([{ rule: { fault: 'hangAfterAccepting' } }, { rule: { fault: 'answerSlowly', delayMs: 600_000 } }])(
    '$rule.fault accepts the payout and keeps the client waiting until it gives up',
    async ({ rule }) => {
      await setFault(rule);
      const giveUp = new AbortController();
      const answer = sandbox.client.postPayout({}, { signal: giveUp.signal });
      await sandbox.client.bookWith(({ payouts }) => payouts.length === 1);
      giveUp.abort();
      await expect(answer).rejects.toThrow('aborted');
    },
  );

  it('answerSlowly answers with the payout after the delay', async () => {
    await setFault({ fault: 'answerSlowly', delayMs: 1 });
    expect(await sandbox.client.createPayout()).toMatchObject({ status: 'CREATED' });
  });

  it.each(
    [500, 502, 503, 504].flatMap((status) => [
      { fault: 'serverErrorAfterAccepting', status, created: 1 },
      { fault: 'serverErrorBeforeAccepting', status, created: 0 },
    ]),
  )('$fault answers $status in HTML with $created payout created', async ({ fault, status, created }) => {
    await setFault({ fault, status });
    const response = await sandbox.client.postPayout();
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await sandbox.client.payouts()).toHaveLength(created);
  });

  it.each([
    { rule: { fault: 'refuse' }, status: 422, created: 0 },
    { rule: { fault: 'refuse', status: 403 }, status: 403, created: 0 },
    ...[false, true].flatMap((accepted) => [
      { rule: { fault: 'tooManyRequests', accepted }, status: 429, created: Number(accepted) },
      { rule: { fault: 'conflict', accepted }, status: 409, created: Number(accepted) },
      { rule: { fault: 'requestTimeout', accepted }, status: 408, created: Number(accepted) },
    ]),
  ])('$rule answers $status in JSON with $created payout created', async ({ rule, status, created }) => {
    await setFault(rule);
    const response = await sandbox.client.postPayout();
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message: anyText, field: null });
    expect(await sandbox.client.payouts()).toHaveLength(created);
  });

  it.each(
    [301, 302, 307, 308].flatMap((status) => [
      { status, accepted: false },
      { status, accepted: true },
    ]),
  )('redirect answers $status with a location, accepted: $accepted', async ({ status, accepted }) => {
    await setFault({ fault: 'redirect', status, accepted, location: 'http://elsewhere.test/v1/payouts' });
    const response = await sandbox.client.postPayout();
    expect(response.status).toBe(status);
    expect(response.headers.get('location')).toBe('http://elsewhere.test/v1/payouts');
    expect(await sandbox.client.payouts()).toHaveLength(Number(accepted));
  });

  it.each(malformedPayoutVariants)('malformedAnswer %s accepts the payout and answers 201', async (variant) => {
    await setFault({ fault: 'malformedAnswer', variant });
    const response = await sandbox.client.postPayout();
    expect(response.status).toBe(201);
    await response.text();
    expect(await sandbox.client.payouts()).toHaveLength(1);
  });

  it.each([
    { variant: 'wrongAmount', echo: { amount: '1501.5' } },
    { variant: 'wrongRequisites', echo: { account: { name: 'Ada Lovelace', requisites: 'of-another-one' } } },
  ])(
    'malformedAnswer $variant answers with another payout than the requested one, which it books',
    async ({ variant, echo }) => {
      await setFault({ fault: 'malformedAnswer', variant });
      expect(await sandbox.client.createPayout()).toMatchObject(echo);
      expect(await sandbox.client.payouts()).toMatchObject([
        { amount: '1500.5', account: { requisites: '9001112233' } },
      ]);
    },
  );

  it('malformedAnswer otherId names another existing payout', async () => {
    const other = await sandbox.client.createPayout();
    await setFault({ fault: 'malformedAnswer', variant: 'otherId' });
    expect(await sandbox.client.createPayout()).toMatchObject({ id: other.id });
    expect(await sandbox.client.payouts()).toHaveLength(2);
  });

  it('webhookBeforeAnswer delivers the webhook before the answer', async () => {
    await setFault({ fault: 'webhookBeforeAnswer' });
    const payout = await sandbox.client.createPayout({ callbackUrl: `${sandbox.receiver.url}/token-1` });
    expect(sandbox.receiver.arrived).toHaveLength(1);
    expect(JSON.parse(sandbox.receiver.arrived[0]!.body)).toMatchObject({ id: payout.id, status: 'COMPLETED' });
    expect(payout.status).toBe('CREATED');
    expect(await sandbox.client.readPayout(payout.id)).toMatchObject({ status: 'COMPLETED' });
  });

  it.each([
    { match: { externalId: 'unlucky' }, hit: { externalId: 'unlucky' } },
    { match: { requisites: '9000000013' }, hit: { account: { requisites: '9000000013' } } },
  ])('applies a fault only to payouts that match $match', async ({ match, hit }) => {
    await setFault({ fault: 'refuse', match });
    expect((await sandbox.client.postPayout()).status).toBe(201);
    expect((await sandbox.client.postPayout(hit)).status).toBe(422);
  });

  it.each([
    { why: 'its destination', request: { account: { bankName: '42' } } },
    { why: 'its amount', request: { amount: '10' } },
    { why: 'the balance', request: { amount: 999_999_999_999 } },
  ])('keeps a fault if the request is refused by $why', async ({ request }) => {
    await setFault({ fault: 'dropAfterAccepting' });
    expect((await sandbox.client.postPayout(request)).status).toBe(422);
    expect(await sandbox.client.faults()).toMatchObject([{ remaining: 1 }]);
  });
});
