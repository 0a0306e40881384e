import { createHash, createHmac } from 'node:crypto';
import type { Desk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { createdOrder } from '../support/orders.js';
import { recordedPayout } from '../support/payouts.js';
import {
  addressedPayout,
  NEW_SECRET,
  openWebhookDesk,
  type WebhookEventView,
} from '../support/payout-webhooks-delivery.js';
import { type NamedObject, WEBHOOK_FORMS } from './webhook-forms.table.js';

/** An address for webhooks, and the object that webhooks to it name. */
interface Address {
  readonly url: string;
  readonly subjectId: string;
  readonly object: NamedObject;
  /** The expected note if the body names nothing; null if the address already says which object it is. */
  readonly reason: RegExp | null;
}

const ADDRESSES = ['orders', "a payout's own address", 'the address of the merchant settings'] as const;

describe('webhook forms', () => {
  let desk: Desk;
  const addresses = new Map<string, Address>();

  beforeAll(async () => {
    desk = await openWebhookDesk('observe');
    const { api } = desk.purser;
    const order = await createdOrder(api);
    addresses.set('orders', {
      url: desk.purser.orderWebhookUrl,
      subjectId: order.id,
      object: { id: order.providerOrderId, externalId: order.externalId },
      reason: /^The body names no order: it holds no id of one, and no externalId of an order here\.$/,
    });
    for (const address of ADDRESSES.slice(1)) {
      const payout = await addressedPayout(desk, await recordedPayout(api));
      const isOwn = address !== 'the address of the merchant settings';
      addresses.set(address, {
        url: isOwn ? payout.url : `${desk.purser.url}/webhooks/payouts`,
        subjectId: payout.id,
        object: { id: payout.providerPayoutId, externalId: payout.attempts[0]!.id },
        reason: isOwn
          ? null
          : /^The body names no payout: it holds no id of one, and no externalId that Purser sent\.$/,
      });
    }
  });

  afterAll(() => desk.close());

  async function deliver(url: string, body: Buffer): Promise<number> {
    const signature = createHmac('sha256', NEW_SECRET).update(body).digest('hex');
    const headers = { 'content-type': 'application/octet-stream', 'x-signature': signature };
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
    await response.text();
    return response.status;
  }

  const settled = (body: Buffer): Promise<WebhookEventView> =>
    eventually('the webhook is processed', async () => {
      const hash = createHash('sha256').update(body).digest('hex');
      const { webhookEvents } = await desk.purser.api.request<{ webhookEvents: { nodes: WebhookEventView[] } }>(
        '{ webhookEvents(first: 20) { nodes { state note subjectId bodySha256 } } }',
      );
      const event = webhookEvents.nodes.find(({ bodySha256 }) => bodySha256 === hash);
      return event === undefined || event.state === 'RECEIVED' ? null : event;
    });

  it('at least sixty forms exist', () => {
    expect(WEBHOOK_FORMS.length).toBeGreaterThanOrEqual(60);
  });

  describe.each(ADDRESSES)('webhook at %s', (name) => {
    it.each(WEBHOOK_FORMS)(
      'a webhook with $form causes a read-back of its object, or says why not',
      async ({ body, names }) => {
        const { url, subjectId, object, reason } = addresses.get(name)!;
        const bytes = Buffer.from(body(object));
        expect(await deliver(url, bytes)).toBe(200);
        const expected =
          names === 'nothing' && reason !== null
            ? { state: 'IGNORED', subjectId: null, note: expect.stringMatching(reason) as string }
            : { state: 'PROCESSED', subjectId, note: null };
        expect(await settled(bytes)).toMatchObject(expected);
      },
    );
  });

  it("a webhook without a body at a payout's own address causes a read-back of that payout", async () => {
    const { url, subjectId } = addresses.get("a payout's own address")!;
    expect(await deliver(url, Buffer.alloc(0))).toBe(200);
    expect(await settled(Buffer.alloc(0))).toMatchObject({ state: 'PROCESSED', subjectId });
  });

  it('a webhook without a body at any other address is accepted and ignored', async () => {
    for (const name of ['orders', 'the address of the merchant settings']) {
      expect(await deliver(addresses.get(name)!.url, Buffer.alloc(0))).toBe(200);
    }
  });
});
