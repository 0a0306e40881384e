import { closeTestSandboxes, startTestSandbox, type TestSandbox } from '../testing/test-sandbox.fixture.js';
import { Chaos } from './chaos.js';
import { chaosSchema } from './chaos.schema.js';
import { faultCatalogue } from './fault-catalogue.js';

const rates = { createPayout: { refuse: 0.3, serverErrorAfterAccepting: 0.2 } };

describe('chaos', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await startTestSandbox();
  });

  afterEach(closeTestSandboxes);

  const start = (plan: Readonly<Record<string, unknown>>) => sandbox.client.send('POST', '/control/chaos', plan);

  async function statusesOf(count: number): Promise<number[]> {
    const statuses: number[] = [];
    while (statuses.length < count) statuses.push((await sandbox.client.postPayout()).status);
    return statuses;
  }

  it('draws faults at about their rates', () => {
    const chaos = new Chaos(chaosSchema.parse({ seed: 1, rates }));
    const drawn = Array.from({ length: 5_000 }, () => chaos.draw('createPayout')?.fault);
    const shareOf = (wanted?: string) => drawn.filter((fault) => fault === wanted).length / drawn.length;
    expect(shareOf('refuse')).toBeCloseTo(0.3, 1);
    expect(shareOf('serverErrorAfterAccepting')).toBeCloseTo(0.2, 1);
    expect(shareOf(undefined)).toBeCloseTo(0.5, 1);
  });

  it('books a random fault like one that was set', async () => {
    expect((await start({ seed: 1, rates: { createPayout: { refuse: 1 } } })).status).toBe(201);
    expect(await statusesOf(1)).toEqual([422]);
    expect((await sandbox.client.book()).requests).toMatchObject([{ fault: 'refuse', status: 422 }]);
  });

  it('draws the same faults for the same seed and sequence, whatever else is requested in between', async () => {
    await start({ seed: 'a', rates });
    const first = await statusesOf(40);
    await start({ seed: 'a', rates: { ...rates, createOrder: { refuse: 0.5 } } });
    await sandbox.client.postOrder();
    expect(await statusesOf(40)).toEqual(first);
    await start({ seed: 'b', rates });
    expect(await statusesOf(40)).not.toEqual(first);
  });

  it('draws the same random faults even if another fault is set', async () => {
    await start({ seed: 'a', rates });
    const first = await statusesOf(20);
    await start({ seed: 'a', rates });
    await sandbox.client.setFault({ on: 'createPayout', fault: 'refuse', status: 418 });
    expect(await statusesOf(20)).toEqual([418, ...first.slice(1)]);
  });

  it.each([
    { how: 'chaos is ended', method: 'DELETE', path: '/control/chaos' },
    { how: 'the sandbox is reset', method: 'POST', path: '/control/reset' },
  ] as const)('injects no more faults once $how', async ({ method, path }) => {
    await start({ seed: 1, rates: { createPayout: { refuse: 1 } } });
    expect(await statusesOf(1)).toEqual([422]);
    expect((await sandbox.client.send(method, path)).status).toBe(200);
    expect(await statusesOf(1)).toEqual([201]);
  });

  it('applies faults to webhooks, too', async () => {
    await start({ seed: 1, rates: { payoutWebhook: { duplicate: 1 } }, copies: 4 });
    const { id } = await sandbox.client.createPayout({ callbackUrl: sandbox.receiver.url });
    await sandbox.client.step(id, 'complete');
    await sandbox.client.idle();
    expect(sandbox.receiver.arrived).toHaveLength(4);
  });

  it.each([
    { plan: { rates }, field: 'seed' },
    { plan: { seed: 1 }, field: 'rates' },
    { plan: { seed: 1, rates: { createPayout: { refuse: 1.1 } } }, field: 'rates.createPayout.refuse' },
    { plan: { seed: 1, rates: { createPayout: { refuse: 0.6, conflict: 0.5 } } }, field: 'rates.createPayout' },
    { plan: { seed: 1, rates: { createPayout: { explode: 0.1 } } }, field: 'rates.createPayout.explode' },
    { plan: { seed: 1, rates: { createRefund: {} } }, field: 'rates.createRefund' },
    { plan: { seed: 1, rates: {}, delayMs: 5 }, field: 'delayMs' },
  ])('refuses $plan and names $field', async ({ plan, field }) => {
    const response = await start(plan);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ field });
  });

  it.each(faultCatalogue)('can draw $on $fault with every field it needs', ({ on, fault }) => {
    const chaos = new Chaos(chaosSchema.parse({ seed: 1, rates: { [on]: { [fault]: 1 } } }));
    expect(chaos.draw(on)).toMatchObject({ on, fault, times: 1, match: {} });
  });

  it('draws each of ten variants within 200 draws', () => {
    const chaos = new Chaos(chaosSchema.parse({ seed: 1, rates: { createPayout: { malformedAnswer: 1 } } }));
    const drawn = Array.from({ length: 200 }, () => chaos.draw('createPayout'));
    const variants = drawn.map((rule) => (rule?.fault === 'malformedAnswer' ? rule.variant : null));
    expect(new Set(variants).size).toBe(10);
  });
});
