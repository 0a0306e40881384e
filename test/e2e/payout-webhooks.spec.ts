import type { Desk } from '../support/desk.js';
import {
  faultMatch,
  getPayout,
  payoutInput,
  payoutWhen,
  recordedPayout,
  unconfirmedPayout,
} from '../support/payouts.js';
import {
  addressedPayout,
  deliver,
  type Delivery,
  listEvents,
  NEW_SECRET,
  OLD_SECRET,
  openWebhookDesk,
  settledEvent,
  signature,
  unannouncedPayout,
} from '../support/payout-webhooks-delivery.js';

/** Ways to deliver a webhook: the name, the verdict on its signature, and the body and signature to send. */
const DELIVERIES: readonly (readonly [string, string, (body: string) => Delivery])[] = [
  ['signed with the new secret', 'VALID', (body) => ({ body, signature: signature(body, NEW_SECRET) })],
  ['signed with the secret before it', 'VALID', (body) => ({ body, signature: signature(body, OLD_SECRET) })],
  ['signed with a guess', 'INVALID', (body) => ({ body, signature: signature(body, 'a-guess-of-a-stranger') })],
  // One bit of the status is flipped; the id is intact.
  [
    'signed before a bit was flipped',
    'INVALID',
    (body) => ({ body: body.replace('PROCESSING', 'PROCESSINF'), signature: signature(body, NEW_SECRET) }),
  ],
  ['with an empty signature', 'INVALID', (body) => ({ body, signature: '' })],
  ['without a signature', 'MISSING', (body) => ({ body })],
];

const REFUSED = DELIVERIES.filter(([, verdict]) => verdict !== 'VALID');

const update = (providerPayoutId: string): string => JSON.stringify({ id: providerPayoutId, status: 'PROCESSING' });

describe('observed signatures', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openWebhookDesk('observe');
  });

  afterAll(async () => {
    await desk.close();
  });

  it.each(DELIVERIES)('webhooks %s count as %s, and their payout is read back', async (_, verdict, made) => {
    const payout = await unannouncedPayout(desk);
    const delivery = made(update(payout.providerPayoutId));
    expect(await deliver(payout.url, delivery)).toBe(200);
    expect(await settledEvent(desk, delivery.body)).toMatchObject({
      source: 'PAYOUTS',
      state: 'PROCESSED',
      note: null,
      signature: verdict,
      deliveries: 1,
      subjectId: payout.id,
      providerObjectId: payout.providerPayoutId,
    });
    expect(await getPayout(desk.purser.api, payout.id)).toMatchObject({ status: 'PROCESSING', problem: null });
  });

  it('a signature is verified again with each delivery', async () => {
    const payout = await unannouncedPayout(desk);
    const body = update(payout.providerPayoutId);
    await deliver(payout.url, { body });
    await deliver(payout.url, { body, signature: signature(body, OLD_SECRET) });
    expect(await settledEvent(desk, body)).toMatchObject({ signature: 'VALID', deliveries: 2 });
  });

  it("the provider's webhooks stay valid while its secret is replaced", async () => {
    for (const secret of [OLD_SECRET, NEW_SECRET]) {
      await desk.sandbox.changeSettings({ payoutWebhookSecret: secret });
      const { id, providerPayoutId } = await recordedPayout(desk.purser.api);
      await desk.sandbox.movePayout(providerPayoutId!, 'process');
      await payoutWhen(desk.purser.api, { id }, ({ status }) => status === 'PROCESSING');
      expect(await listEvents(desk, { providerObjectId: providerPayoutId! })).toMatchObject([{ signature: 'VALID' }]);
    }
  });
});

describe('enforced signatures', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openWebhookDesk('enforce');
  });

  afterAll(async () => {
    await desk.close();
  });

  it.each(DELIVERIES.filter(([, verdict]) => verdict === 'VALID'))(
    'webhooks %s are accepted',
    async (_, verdict, made) => {
      const payout = await unannouncedPayout(desk);
      const delivery = made(update(payout.providerPayoutId));
      expect(await deliver(payout.url, delivery)).toBe(200);
      expect(await settledEvent(desk, delivery.body)).toMatchObject({ state: 'PROCESSED', signature: verdict });
      expect(await getPayout(desk.purser.api, payout.id)).toMatchObject({ status: 'PROCESSING' });
    },
  );

  it.each(REFUSED)(
    'webhooks %s are refused at every address, and nothing is stored or read back',
    async (_, _verdict, made) => {
      const payout = await unannouncedPayout(desk);
      const before = await desk.sandbox.countRequests();
      const delivery = made(update(payout.providerPayoutId));
      const shared = `${desk.purser.url}/webhooks/payouts`;
      for (const url of [payout.url, shared, `${shared}/${'x'.repeat(43)}`]) {
        expect(await deliver(url, delivery)).toBe(401);
      }
      expect(await listEvents(desk, delivery)).toEqual([]);
      expect(await desk.sandbox.countRequests()).toEqual(before);
      expect(await getPayout(desk.purser.api, payout.id)).toMatchObject({ status: 'CREATED' });
    },
  );

  it("an unsigned webhook does not bind an unconfirmed payout, even at the payout's own address", async () => {
    const payout = await addressedPayout(desk, await unconfirmedPayout(desk, { isMade: true }));
    const body = update(payout.providerPayoutId);
    expect(await deliver(payout.url, { body })).toBe(401);
    expect(await getPayout(desk.purser.api, payout.id)).toMatchObject({ status: 'UNCONFIRMED', evidence: [] });
    expect(await deliver(payout.url, { body, signature: signature(body, OLD_SECRET) })).toBe(200);
    const { providerPayoutId } = await payoutWhen(desk.purser.api, payout, ({ status }) => status === 'CREATED');
    expect(providerPayoutId).toBe(payout.providerPayoutId);
  });

  it('a forged signature or another id in the body changes nothing', async () => {
    const variants = ['wrongSignature', 'noSignature', 'otherId'];
    const payouts = await Promise.all(
      variants.map(async (variant) => {
        const input = payoutInput();
        await desk.sandbox.setFault({ on: 'payoutWebhook', fault: 'forge', variant, match: faultMatch(input) });
        const payout = await recordedPayout(desk.purser.api, input);
        await desk.sandbox.movePayout(payout.providerPayoutId!, 'process');
        return payout;
      }),
    );
    await desk.sandbox.isIdle();
    for (const [at, { id, providerPayoutId }] of payouts.entries()) {
      // The address decides which payout is read back, whatever id a signed body names.
      const status = variants[at] === 'otherId' ? 'PROCESSING' : 'CREATED';
      expect(await getPayout(desk.purser.api, id)).toMatchObject({ status });
      expect(await listEvents(desk, { providerObjectId: providerPayoutId! })).toEqual([]);
      await desk.sandbox.movePayout(providerPayoutId!, 'complete');
      await payoutWhen(desk.purser.api, { id }, ({ status }) => status === 'COMPLETED');
    }
  });
});
