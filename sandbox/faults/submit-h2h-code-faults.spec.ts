import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';
import { malformedNothingVariants } from './fault-fields.schema.js';

const anyText: unknown = expect.any(String);

describe('faults of POST /v1/orders/{orderId}/h2h/code', () => {
  let sandbox: TestSandbox;
  let id: string;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
    ({ id } = await sandbox.client.createOrder());
    await sandbox.client.sendCard(id, '5555555555554444');
    await sandbox.client.readH2h(id);
  });

  afterEach(closeTestSandboxes);

  const setFault = (rule: Readonly<Record<string, unknown>>) =>
    sandbox.client.setFault({ on: 'submitH2hCode', ...rule });

  /** Expects one code in the book and checks whether another one is required. */
  async function expectReceived(outcome: 'right' | 'lost'): Promise<void> {
    expect((await sandbox.client.booked(id)).codes).toMatchObject([{ round: 1, outcome }]);
    expect(await sandbox.client.readH2h(id)).toMatchObject({ isSmsRequired: outcome === 'lost' });
  }

  it.each([
    { fault: 'dropAfterAccepting', outcome: 'right' },
    { fault: 'dropBeforeAccepting', outcome: 'lost' },
  ] as const)('$fault drops the connection with the code $outcome', async ({ fault, outcome }) => {
    await setFault({ fault });
    await expect(sandbox.client.postCode(id, '123456')).rejects.toThrow('fetch failed');
    await expectReceived(outcome);
  });

  it.each([{ rule: { fault: 'hangAfterAccepting' } }, { rule: { fault: 'answerSlowly', delayMs: 600_000 } }])(
    '$rule.fault accepts the code and keeps the client waiting until it gives up',
    async ({ rule }) => {
      await setFault(rule);
      const giveUp = new AbortController();
      const answer = sandbox.client.postCode(id, '123456', { signal: giveUp.signal });
      await sandbox.client.bookWith(({ orders }) => orders[0]?.codes.length === 1);
      giveUp.abort();
      await expect(answer).rejects.toThrow('aborted');
      await expectReceived('right');
    },
  );

  it.each([
    { rule: { fault: 'answerSlowly', delayMs: 1 }, status: 200, outcome: 'right' },
    { rule: { fault: 'serverErrorAfterAccepting' }, status: 503, outcome: 'right' },
    { rule: { fault: 'serverErrorBeforeAccepting', status: 500 }, status: 500, outcome: 'lost' },
    { rule: { fault: 'refuse' }, status: 422, outcome: 'lost' },
    { rule: { fault: 'redirect', location: 'http://elsewhere.test/' }, status: 307, outcome: 'lost' },
    { rule: { fault: 'tooManyRequests', accepted: false }, status: 429, outcome: 'lost' },
    { rule: { fault: 'tooManyRequests', accepted: true }, status: 429, outcome: 'right' },
    { rule: { fault: 'conflict', accepted: false }, status: 409, outcome: 'lost' },
    { rule: { fault: 'conflict', accepted: true }, status: 409, outcome: 'right' },
    { rule: { fault: 'requestTimeout', accepted: false }, status: 408, outcome: 'lost' },
  ] as const)('$rule answers $status with the code $outcome', async ({ rule, status, outcome }) => {
    await setFault(rule);
    const response = await sandbox.client.postCode(id, '123456');
    expect(response.status).toBe(status);
    await response.text();
    await expectReceived(outcome);
  });

  it.each(malformedNothingVariants)('malformedAnswer %s accepts the code and answers 200', async (variant) => {
    await setFault({ fault: 'malformedAnswer', variant });
    const response = await sandbox.client.postCode(id, '123456');
    const isPlain = response.headers.get('content-type')?.startsWith('application/json');
    expect(response.status).toBe(200);
    expect({ isPlain, body: await response.text() }).not.toEqual({ isPlain: true, body: '{}' });
    await expectReceived('right');
  });

  it('malformedAnswer hugeBody is valid JSON', async () => {
    await setFault({ fault: 'malformedAnswer', variant: 'hugeBody' });
    expect(await (await sandbox.client.postCode(id, '123456')).json()).toEqual({ padding: anyText });
  });

  it('keeps a fault if the code is refused anyway', async () => {
    await setFault({ fault: 'refuse' });
    await sandbox.client.postCode(id, '');
    expect(await sandbox.client.faults()).toMatchObject([{ on: 'submitH2hCode', remaining: 1 }]);
  });
});
