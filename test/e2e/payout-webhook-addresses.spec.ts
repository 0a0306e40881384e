import { randomBytes, randomUUID } from 'node:crypto';
import type { Desk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import { unreadableAccounts } from '../support/ledger.js';
import {
  faultMatch,
  getPayout,
  payoutInput,
  payoutWhen,
  recordedPayout,
  unconfirmedPayout,
} from '../support/payouts.js';
import { TEST_SETTINGS } from '../support/purser.js';
import {
  addressedPayout,
  type AddressedPayout,
  deliver,
  expectCompletedOnce,
  listEvents,
  NEW_SECRET,
  openWebhookDesk,
  settledEvent,
  signature,
  unannouncedPayout,
  untilWebhooksSettled,
} from '../support/payout-webhooks-delivery.js';

describe('addresses of payout webhooks', () => {
  let desk: Desk;
  let api: GraphqlClient;

  beforeAll(async () => {
    desk = await openWebhookDesk('observe');
    api = desk.purser.api;
  });

  afterAll(async () => {
    await desk.close();
  });

  const unconfirmed = (): Promise<AddressedPayout> =>
    unconfirmedPayout(desk, { isMade: true }).then((payout) => addressedPayout(desk, payout));

  const claiming = (id: string): string => JSON.stringify({ id, status: 'COMPLETED', note: randomUUID() });

  describe('addresses without an attempt', () => {
    const addresses: readonly (readonly [string, () => Promise<string>])[] = [
      ['of a token never issued', () => Promise.resolve(randomBytes(32).toString('base64url'))],
      ['of a token with its first letter changed', async () => changed(new URL((await unconfirmed()).url).pathname)],
      ['of something that is no token', () => Promise.resolve('x')],
    ];

    const changed = (path: string): string => {
      const token = path.slice(path.lastIndexOf('/') + 1);
      return `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    };

    it.each(addresses)(
      'webhooks to the address %s are quarantined, and their ids are not read back',
      async (_, token) => {
        const url = `${desk.purser.url}/webhooks/payouts/${await token()}`;
        const payout = await unannouncedPayout(desk);
        const before = await desk.sandbox.countRequests();
        const body = claiming(payout.providerPayoutId);
        expect(await deliver(url, { body })).toBe(200);
        expect(await deliver(url, { body })).toBe(200);
        expect(await listEvents(desk, { body })).toMatchObject([
          { source: 'UNKNOWN_PAYOUT_TOKEN', state: 'IGNORED', signature: 'MISSING', deliveries: 2, subjectId: null },
        ]);
        expect(await desk.sandbox.countRequests()).toEqual(before);
        expect(await getPayout(api, payout.id)).toMatchObject({ status: 'CREATED' });
      },
    );
  });

  it("accepts an empty body at the merchant's address, and refuses it at an address with an unknown token", async () => {
    const url = `${desk.purser.url}/webhooks/payouts`;
    expect(await deliver(url, { body: '' })).toBe(200);
    expect(await settledEvent(desk, '')).toMatchObject({ source: 'PAYOUTS', state: 'IGNORED' });
    expect(await deliver(`${url}/x`, { body: '' })).toBe(400);
  });

  describe('ids of other payouts', () => {
    const ours: readonly (readonly [string, () => Promise<AddressedPayout>])[] = [
      ['a bound payout', () => recordedPayout(api).then((payout) => addressedPayout(desk, payout))],
      ['an unconfirmed payout', unconfirmed],
    ];
    const others: readonly (readonly [string, () => Promise<string>])[] = [
      ['a bound one', async () => (await recordedPayout(api)).providerPayoutId!],
      ['an unconfirmed one', async () => (await unconfirmed()).providerPayoutId],
      ["a stranger's", strangersPayout],
    ];

    it.each(ours.flatMap(([what, make]) => others.map(([whose, other]) => [what, whose, make, other] as const)))(
      '%s stays unchanged if its webhook names %s',
      async (_what, _whose, make, other) => {
        const payout = await make();
        const before = await getPayout(api, payout.id);
        const body = claiming(await other());
        expect(await deliver(payout.url, { body })).toBe(200);
        await settledEvent(desk, body);
        expect(await getPayout(api, payout.id)).toEqual(before);
        await desk.sandbox.movePayout(payout.providerPayoutId, 'complete');
        await payoutWhen(api, payout, ({ status }) => status === 'COMPLETED');
        await untilWebhooksSettled(desk);
        await expectCompletedOnce(desk, payout);
      },
    );

    it.each(ours)(
      '%s stays unchanged if its webhook names an unknown payout, and that id is tried again',
      async (_, make) => {
        const payout = await make();
        const before = await getPayout(api, payout.id);
        const body = claiming(randomUUID());
        expect(await deliver(payout.url, { body })).toBe(200);
        const event = await eventually('the first try', async () =>
          (await listEvents(desk, { body })).find(({ note }) => note !== null),
        );
        expect(event).toMatchObject({ state: 'RECEIVED', subjectId: null });
        expect(await getPayout(api, payout.id)).toEqual(before);
      },
    );
  });

  describe("the address in the merchant's settings", () => {
    const shared = (): string => `${desk.purser.url}/webhooks/payouts`;

    it('a webhook makes Purser read back the payout that it names', async () => {
      const payout = await unannouncedPayout(desk);
      const body = claiming(payout.providerPayoutId);
      expect(await deliver(shared(), { body })).toBe(200);
      expect(await settledEvent(desk, body)).toMatchObject({ source: 'PAYOUTS', state: 'PROCESSED' });
      // The webhook claimed COMPLETED, but the provider shows PROCESSING.
      expect(await getPayout(api, payout.id)).toMatchObject({ status: 'PROCESSING', timeline: { length: 4 } });
    });

    it('a webhook binds an unconfirmed payout whose read-back shows its callback URL', async () => {
      const payout = await unconfirmed();
      const body = claiming(payout.providerPayoutId);
      await deliver(shared(), { body });
      expect(await settledEvent(desk, body)).toMatchObject({ state: 'PROCESSED', subjectId: payout.id });
      expect(await getPayout(api, payout.id)).toMatchObject({
        status: 'CREATED',
        providerPayoutId: payout.providerPayoutId,
        evidence: [{ kind: 'CALLBACK_URL', actor: null }],
      });
    });

    it('a signed webhook with an event id and a payout id binds an unconfirmed payout, even if not shown at first', async () => {
      const input = payoutInput();
      const payout = await addressedPayout(desk, await unconfirmedPayout(desk, { isMade: true, input }));
      await desk.sandbox.setFault({ on: 'readPayout', fault: 'notFound', match: faultMatch(input) });
      const body = JSON.stringify({ id: randomUUID(), payoutId: payout.providerPayoutId });
      await deliver(shared(), { body, signature: signature(body, NEW_SECRET) });
      expect(await settledEvent(desk, body)).toMatchObject({ state: 'PROCESSED', subjectId: payout.id });
    });

    it('a webhook binds an unconfirmed payout even if four other accounts cannot be read', async () => {
      const payout = await unconfirmed();
      const readAgain = await unreadableAccounts(desk, 4);
      const body = claiming(payout.providerPayoutId);
      await deliver(shared(), { body });
      expect(await settledEvent(desk, body)).toMatchObject({ state: 'PROCESSED', subjectId: payout.id });
      await readAgain();
    });

    it('a webhook about a payout that Purser did not create is ignored', async () => {
      await desk.sandbox.changeSettings({ payoutWebhookUrl: shared() });
      const providerObjectId = await strangersPayout();
      await desk.sandbox.movePayout(providerObjectId, 'process');
      const event = await eventually('the webhook is dealt with', async () =>
        (await listEvents(desk, { providerObjectId })).find(({ state }) => state !== 'RECEIVED'),
      );
      expect(event).toMatchObject({ source: 'PAYOUTS', state: 'IGNORED', signature: 'VALID', subjectId: null });
    });
  });

  /** Creates a payout with the merchant's token, bypassing Purser. */
  async function strangersPayout(): Promise<string> {
    const { amount: _amount, idempotencyKey: _key, recipient: account, ...others } = payoutInput();
    const response = await fetch(`${desk.sandbox.url}/v1/payouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-token': TEST_SETTINGS.PROVIDER_API_TOKEN },
      body: JSON.stringify({ ...others, account, amount: 12.5 }),
    });
    return ((await response.json()) as { id: string }).id;
  }
});
