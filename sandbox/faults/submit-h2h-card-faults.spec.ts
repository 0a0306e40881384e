import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';
import { malformedOrderVariants } from './fault-fields.schema.js';

const anyText: unknown = expect.any(String);

describe('faults of POST /v1/orders/{orderId}/h2h/card', () => {
  let sandbox: TestSandbox;
  let id: string;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
    ({ id } = await sandbox.client.createOrder());
  });

  afterEach(closeTestSandboxes);

  const setFault = (rule: Readonly<Record<string, unknown>>) =>
    sandbox.client.setFault({ on: 'submitH2hCard', ...rule });

  async function expectReceived(outcome: 'taken' | 'lost'): Promise<void> {
    const { status, cards, h2h } = await sandbox.client.booked(id);
    expect({ status, received: cards.map((card) => card.outcome), isOpen: h2h !== null }).toEqual({
      status: outcome === 'taken' ? 'PENDING' : 'CREATED',
      received: [outcome],
      isOpen: outcome === 'taken',
    });
  }

  it.each([
    { fault: 'dropAfterAccepting', outcome: 'taken' },
    { fault: 'dropBeforeAccepting', outcome: 'lost' },
  ] as const)('$fault drops the connection with the card $outcome', async ({ fault, outcome }) => {
    await setFault({ fault });
    await expect(sandbox.client.postCard(id)).rejects.toThrow('fetch failed');
    await expectReceived(outcome);
    expect((await sandbox.client.book()).requests.at(-1)).toMatchObject({ fault, status: null });
  });

  it.each([{ rule: { fault: 'hangAfterAccepting' } }, { rule: { fault: 'answerSlowly', delayMs: 600_000 } }])(
    '$rule.fault accepts the card and keeps the client waiting until it gives up',
    async ({ rule }) => {
      await setFault(rule);
      const giveUp = new AbortController();
      const answer = sandbox.client.postCard(id, {}, { signal: giveUp.signal });
      await sandbox.client.bookWith(({ orders }) => orders[0]?.h2h !== null);
      giveUp.abort();
      await expect(answer).rejects.toThrow('aborted');
      await expectReceived('taken');
    },
  );

  it('answerSlowly answers with the order after the delay', async () => {
    await setFault({ fault: 'answerSlowly', delayMs: 1 });
    expect(await sandbox.client.sendCard(id, '4111111111111111')).toMatchObject({ id, status: 'PENDING' });
  });

  it.each([
    { rule: { fault: 'serverErrorAfterAccepting', status: 502 }, status: 502, outcome: 'taken' },
    { rule: { fault: 'serverErrorBeforeAccepting' }, status: 503, outcome: 'lost' },
  ] as const)('$rule.fault answers $status in HTML with the card $outcome', async ({ rule, status, outcome }) => {
    await setFault(rule);
    const response = await sandbox.client.postCard(id);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('text/html');
    await expectReceived(outcome);
  });

  it.each([
    { rule: { fault: 'refuse', status: 402 }, status: 402, outcome: 'lost' },
    { rule: { fault: 'tooManyRequests', accepted: false }, status: 429, outcome: 'lost' },
    { rule: { fault: 'tooManyRequests', accepted: true }, status: 429, outcome: 'taken' },
    { rule: { fault: 'conflict', accepted: false }, status: 409, outcome: 'lost' },
    { rule: { fault: 'conflict', accepted: true }, status: 409, outcome: 'taken' },
    { rule: { fault: 'requestTimeout', accepted: true }, status: 408, outcome: 'taken' },
  ] as const)('$rule answers $status in JSON with the card $outcome', async ({ rule, status, outcome }) => {
    await setFault(rule);
    const response = await sandbox.client.postCard(id);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message: anyText, field: null });
    await expectReceived(outcome);
  });

  it('redirect leads to another address, with or without accepting the card', async () => {
    await setFault({ fault: 'redirect', location: 'http://elsewhere.test/', accepted: true });
    const response = await sandbox.client.postCard(id);
    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toBe('http://elsewhere.test/');
    await expectReceived('taken');
  });

  it.each(malformedOrderVariants)('malformedAnswer %s accepts the card and answers 200', async (variant) => {
    await setFault({ fault: 'malformedAnswer', variant });
    const response = await sandbox.client.postCard(id);
    const isPlain = response.headers.get('content-type')?.startsWith('application/json');
    const right = JSON.stringify(await sandbox.client.readOrder(id));
    expect(response.status).toBe(200);
    expect({ isPlain, body: await response.text() }).not.toEqual({ isPlain: true, body: right });
    await expectReceived('taken');
  });

  it('webhookBeforeAnswer pays the order and delivers its webhook before the answer', async () => {
    await setFault({ fault: 'webhookBeforeAnswer' });
    expect(await sandbox.client.sendCard(id, '4111111111111111')).toMatchObject({ status: 'PENDING' });
    expect(sandbox.receiver.arrived).toHaveLength(1);
    expect(await sandbox.client.readOrder(id)).toMatchObject({ status: 'PAID' });
    expect(await sandbox.client.readH2h(id)).toMatchObject({ status: 'SUCCESS' });
  });

  it('applies only to matching orders and keeps a fault if the card is refused anyway', async () => {
    const other = await sandbox.client.createOrder({ externalId: 'other' });
    await setFault({ fault: 'refuse', match: { externalId: 'other' } });
    expect((await sandbox.client.postCard(id)).status).toBe(200);
    expect((await sandbox.client.postCard(other.id, { cvv: '' })).status).toBe(422);
    expect(await sandbox.client.faults()).toMatchObject([{ on: 'submitH2hCard', remaining: 1 }]);
  });

  it('accepts a lost card when it is sent again', async () => {
    await setFault({ fault: 'dropBeforeAccepting' });
    await expect(sandbox.client.postCard(id)).rejects.toThrow('fetch failed');
    expect((await sandbox.client.getH2h(id)).status).toBe(404);
    expect((await sandbox.client.postCard(id)).status).toBe(200);
    expect((await sandbox.client.booked(id)).cards).toHaveLength(2);
  });
});
