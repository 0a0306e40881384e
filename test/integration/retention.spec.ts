import { createHash, randomUUID } from 'node:crypto';
import { CustomerRetentionService } from '../../src/orders/customers/customer-retention.service.js';
import { RecipientRetentionService } from '../../src/payouts/recipients/recipient-retention.service.js';
import { WebhookRetentionService } from '../../src/webhooks/webhook-retention.service.js';
import { agree } from '../support/change-requests.js';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { createdOrder } from '../support/orders.js';
import type { GraphqlClient } from '../support/graphql-client.js';
import {
  closePayout,
  createPayout,
  faultMatch,
  getPayout,
  listPayoutIds,
  payoutInput,
  type PayoutView,
  recordedPayout,
  refreshPayout,
  unconfirmedPayout,
  withdrawPayout,
} from '../support/payouts.js';
import { closeDiscrepancy, listDiscrepancies } from '../support/reconciliation.js';
import {
  addressedPayout,
  deliver,
  listEvents,
  settledEvent,
  type AddressedPayout,
} from '../support/payout-webhooks-delivery.js';
import { OPEN_GATE } from '../support/settings.js';

const CANARY = { name: 'Zuzana Kanárková', requisites: 'zuzana.kanarkova@example.com', userId: 'canary-user-77' };

const RECIPIENT = `query ($id: ID!) { payout(id: $id) { recipient { name requisites userId bankName userEmail userPhone
  userIp purgedAt } } }`;

const REPLAY = `mutation ($input: ReplayWebhookEventInput!) { replayWebhookEvent(input: $input) {
  userErrors { code field } } }`;

describe('retention', () => {
  let desk: Desk;
  let api: GraphqlClient;

  beforeAll(async () => {
    desk = await openDesk({
      PAYOUT_CLOSE_AFTER_MINUTES: '0',
      ...OPEN_GATE,
      WEBHOOK_BODY_RETENTION_DAYS: '30',
      RECIPIENT_RETENTION_DAYS: '60',
    });
    api = desk.purser.api;
  });

  afterAll(async () => {
    await desk.close();
  });

  const audited = async (action: string): Promise<readonly { readonly after: object; readonly actor_id: null }[]> =>
    desk.database.query('SELECT after, actor_id FROM audit_entries WHERE action = $1 ORDER BY occurred_at', [action]);

  describe('webhook bodies', () => {
    const purge = (): Promise<{ readonly more: boolean }> => desk.purser.service(WebhookRetentionService).purgeDue();

    const age = (body: string, days: number): Promise<unknown> =>
      desk.database.query(
        `UPDATE webhook_events SET last_received_at = now() - make_interval(days => $2) WHERE body_sha256 = $1`,
        [createHash('sha256').update(body).digest(), days],
      );

    /** Returns a payout with a processed webhook whose body names the payout and a person. */
    async function told(): Promise<{ readonly payout: AddressedPayout; readonly body: string }> {
      const payout = await addressedPayout(desk, await recordedPayout(api));
      const body = JSON.stringify({ id: payout.providerPayoutId, holder: CANARY, nonce: randomUUID() });
      await deliver(payout.url, { body, signature: 'ab'.repeat(32) });
      await settledEvent(desk, body);
      return { payout, body };
    }

    const stored = async (body: string): Promise<Record<string, unknown>> => {
      const [row] = await desk.database.query<Record<string, unknown>>(
        `SELECT id, sealed_body, sealed_signature, body_purged_at, body_bytes FROM webhook_events WHERE body_sha256 = $1`,
        [createHash('sha256').update(body).digest()],
      );
      return row!;
    };

    it('webhook bodies are purged after their time and not before, and never while waiting to be processed', async () => {
      const [old, young, waiting] = await Promise.all([told(), told(), told()]);
      await age(old.body, 31);
      await age(young.body, 29);
      await age(waiting.body, 31);
      await desk.database.query(
        `UPDATE webhook_events SET state = 'RECEIVED', next_try_at = now() + interval '1 hour' WHERE body_sha256 = $1`,
        [createHash('sha256').update(waiting.body).digest()],
      );
      expect(await purge()).toEqual({ more: false });
      expect(await stored(old.body)).toMatchObject({
        sealed_body: null,
        sealed_signature: null,
        body_purged_at: expect.any(Date) as Date,
        body_bytes: Buffer.byteLength(old.body),
      });
      for (const { body } of [young, waiting]) {
        expect(await stored(body)).toMatchObject({ body_purged_at: null, sealed_body: expect.any(Buffer) as Buffer });
      }
      expect(await audited('webhook_bodies.purged')).toEqual([
        { after: { purged: 1, olderThanDays: 30 }, actor_id: null },
      ]);
      expect(await purge()).toEqual({ more: false });
      expect(await audited('webhook_bodies.purged')).toHaveLength(1);
    });

    it('a purged body cannot be replayed, and a new delivery restores it', async () => {
      const { payout, body } = await told();
      await age(body, 31);
      await purge();
      const { id } = await stored(body);
      expect(await api.request(REPLAY, { input: { eventId: id } })).toEqual({
        replayWebhookEvent: { userErrors: [{ code: 'BODY_PURGED', field: ['input', 'eventId'] }] },
      });
      expect(await deliver(payout.url, { body })).toBe(200);
      await eventually('it is dealt with again', async () => {
        const [event] = await listEvents(desk, { body });
        return event?.state === 'PROCESSED' && event.deliveries === 2 ? event : null;
      });
      expect(await stored(body)).toMatchObject({ id, body_purged_at: null });
      expect(await api.request(REPLAY, { input: { eventId: id } })).toEqual({ replayWebhookEvent: { userErrors: [] } });
      expect(await settledEvent(desk, body)).toMatchObject({ subjectId: payout.id });
    });

    it('purges the body of a webhook with an unknown token, and stores it again if it is delivered again', async () => {
      const url = `${desk.purser.url}/webhooks/payouts/no-token`;
      const body = `{"nonce":"${randomUUID()}"}`;
      await deliver(url, { body });
      await age(body, 31);
      await purge();
      expect(await stored(body)).toMatchObject({ sealed_body: null });
      expect(await deliver(url, { body })).toBe(200);
      expect(await stored(body)).toMatchObject({ sealed_body: expect.any(Buffer) as Buffer, body_purged_at: null });
    });

    /** Inserts webhooks that came years ago. */
    const insertOld = (count: number): Promise<unknown> =>
      desk.database.query(
        `INSERT INTO webhook_events (id, source, body_sha256, body_bytes, sealed_body, state, next_try_at,
           last_received_at)
         SELECT gen_random_uuid(), 'ORDERS', sha256(gen_random_uuid()::text::bytea), 1, '', 'IGNORED', NULL,
           '2020-01-01T12:00:00Z'
         FROM generate_series(1, $1)`,
        [count],
      );

    const batchSizes = async (): Promise<readonly number[]> =>
      (await audited('webhook_bodies.purged')).map(({ after }) => (after as { purged: number }).purged);

    it('purges at most five hundred bodies per batch, and reports that there are more', async () => {
      await insertOld(700);
      const before = (await batchSizes()).length;
      for (let more = true; more;) ({ more } = await purge());
      // The desk's own tick may have purged one of the batches.
      const sizes = (await batchSizes()).slice(before);
      expect(sizes.toSorted((one, other) => other - one)).toEqual([500, 200]);
    });

    it('concurrent purges share the work, and purge each body once', async () => {
      await insertOld(1_200);
      const before = (await batchSizes()).length;
      await Promise.all([purge(), purge(), purge()]);
      // How many bodies each purge gets varies, because it skips rows that another purge has locked.
      const sizes = (await batchSizes()).slice(before);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_200);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
      expect(await purge()).toEqual({ more: false });
      expect((await batchSizes()).length).toBe(before + sizes.length);
    });
  });

  it('an ended order loses the hashes of its customer after its time and not before, and keeps the mask', async () => {
    const order = async (customerId: string): Promise<string> => (await createdOrder(api, { customerId })).id;
    const orders = { open: await order('c-1'), young: await order('c-2'), old: await order('c-3') };
    const age = (id: string, days: number): Promise<unknown> =>
      desk.database.query('UPDATE orders SET updated_at = now() - make_interval(days => $2) WHERE id = $1', [id, days]);
    for (const [id, days] of [
      [orders.young, 59],
      [orders.old, 61],
    ] as const) {
      await desk.database.query(`UPDATE orders SET status = 'CANCELED', next_check_at = NULL WHERE id = $1`, [id]);
      await age(id, days);
    }
    await age(orders.open, 3_650);
    const purges = desk.purser.service(CustomerRetentionService);
    expect(await purges.purgeDue()).toEqual({ more: false });
    const kept = await desk.database.query<{ id: string }>(
      `SELECT id FROM orders WHERE customer_hashes IS NOT NULL AND id = ANY($1)`,
      [Object.values(orders)],
    );
    expect(kept.map(({ id }) => id).sort()).toEqual([orders.open, orders.young].sort());
    const shown = await api.request('query ($id: ID!) { order(id: $id) { maskedCustomer { customerId } } }', {
      id: orders.old,
    });
    expect(shown).toEqual({ order: { maskedCustomer: { customerId: '***3' } } });
    expect(await audited('customers.purged')).toEqual([{ after: { purged: 1, olderThanDays: 60 }, actor_id: null }]);
  });

  describe('recipients', () => {
    const purge = (): Promise<{ readonly more: boolean }> => desk.purser.service(RecipientRetentionService).purgeDue();

    const age = (id: string, days: number): Promise<unknown> =>
      desk.database.query(`UPDATE payouts SET updated_at = now() - make_interval(days => $2) WHERE id = $1`, [
        id,
        days,
      ]);

    const isPurged = async (id: string): Promise<boolean> => {
      const [row] = await desk.database.query<{ purged: boolean }>(
        'SELECT sealed_recipient IS NULL AND recipient_purged_at IS NOT NULL AS purged FROM payouts WHERE id = $1',
        [id],
      );
      return row!.purged;
    };

    const completed = async (overrides: Readonly<Record<string, unknown>> = {}): Promise<PayoutView> => {
      const payout = await recordedPayout(api, overrides);
      await desk.sandbox.movePayout(payout.providerPayoutId!, 'complete');
      return eventually('it is completed', async () => {
        const now = await getPayout(api, payout.id);
        return now.status === 'COMPLETED' ? now : null;
      });
    };

    /** Returns a completed payout whose reads are over and whose recipient was purged. */
    async function purgedPayout(overrides: Readonly<Record<string, unknown>> = {}): Promise<PayoutView> {
      const payout = await completed(overrides);
      await desk.database.query('UPDATE payouts SET next_check_at = NULL WHERE id = $1', [payout.id]);
      await age(payout.id, 61);
      await purge();
      expect(await isPurged(payout.id)).toBe(true);
      return payout;
    }

    const heldDuplicate = async (): Promise<string> => {
      const input = payoutInput();
      await recordedPayout(api, input);
      return (await recordedPayout(api, { ...input, idempotencyKey: randomUUID() })).id;
    };

    /** Returns a completed payout whose reads are over, with an open discrepancy. */
    async function differing(): Promise<string> {
      const input = payoutInput();
      const { id } = await completed(input);
      const wrong = { on: 'readPayout', fault: 'malformedAnswer', variant: 'wrongAmount', match: faultMatch(input) };
      await desk.sandbox.setFault(wrong);
      await refreshPayout(api, id);
      await desk.database.query('UPDATE payouts SET next_check_at = NULL WHERE id = $1', [id]);
      return id;
    }

    it.each<[string, () => Promise<string>]>([
      ['is to be read again', async () => (await completed()).id],
      ['has not ended', async () => (await recordedPayout(api)).id],
      ['waits for a person', heldDuplicate],
      ['may or may not have been paid', async () => (await unconfirmedPayout(desk, { isMade: false })).id],
      ['differs from what the provider has', differing],
    ])('a payout that %s keeps its recipient, however old it is', async (_, made) => {
      const id = await made();
      await age(id, 3_650);
      await purge();
      expect(await isPurged(id)).toBe(false);
    });

    it('a payout whose discrepancy was closed loses its recipient', async () => {
      const id = await differing();
      const [{ id: discrepancyId } = { id: '' }] = await listDiscrepancies(api, { payoutId: id, isOpen: true });
      const operator = await desk.keyWith(['reconciliation:read', 'discrepancies:close']);
      const closing = { discrepancyId, note: 'Their display was wrong.', isThisPayout: true };
      await closeDiscrepancy(operator, closing);
      await desk.database.query('UPDATE payouts SET next_check_at = NULL WHERE id = $1', [id]);
      await age(id, 61);
      await purge();
      expect(await isPurged(id)).toBe(true);
    });

    it('a withdrawn payout loses its recipient after its time and not before', async () => {
      const id = await heldDuplicate();
      await withdrawPayout(api, id);
      await age(id, 59);
      await purge();
      expect(await isPurged(id)).toBe(false);
      await age(id, 61);
      expect(await purge()).toEqual({ more: false });
      expect(await isPurged(id)).toBe(true);
      expect((await audited('payout_recipients.purged')).at(-1)).toEqual({
        after: { purged: 1, olderThanDays: 60 },
        actor_id: null,
      });
    });

    it("the provider's texts about the payout are purged with its recipient", async () => {
      const id = await heldDuplicate();
      await withdrawPayout(api, id);
      await desk.database.query(
        `UPDATE payouts SET status_message = 'Zuzana is unknown', problem = 'The provider refused it (422): no Zuzana'
         WHERE id = $1`,
        [id],
      );
      await age(id, 61);
      await purge();
      const kept = await api.request('query ($id: ID!) { payout(id: $id) { statusMessage problem } }', { id });
      expect(kept).toEqual({ payout: { statusMessage: null, problem: 'The provider refused it (422).' } });
    });

    it('only the mask and what is needed to recognise a repeated request remain', async () => {
      const input = payoutInput({ amount: '77.70', recipient: CANARY });
      const payout = await purgedPayout(input);
      const { payout: shown } = await api.request<{ payout: { recipient: object } }>(RECIPIENT, { id: payout.id });
      expect(shown.recipient).toEqual({
        name: null,
        requisites: payout.recipient.requisites,
        userId: null,
        bankName: null,
        userEmail: null,
        userPhone: null,
        userIp: null,
        purgedAt: expect.any(String) as string,
      });
      // The whole row as text, as someone with access to the disk would see it.
      const [row] = await desk.database.query<{ text: string }>(
        'SELECT payouts::text AS text FROM payouts WHERE id = $1',
        [payout.id],
      );
      for (const text of [JSON.stringify(shown), JSON.stringify(await getPayout(api, payout.id)), row!.text]) {
        for (const value of Object.values(CANARY)) expect(text).not.toContain(value);
      }
      const searcher = await desk.keyWith(['payouts:read', 'payouts:unmask']);
      expect(await listPayoutIds(searcher, { recipient: CANARY.requisites.toUpperCase() })).toEqual([]);
      expect((await createPayout(api, input)).payout).toMatchObject({ id: payout.id, status: 'COMPLETED' });
      const again = await createPayout(api, { ...input, idempotencyKey: randomUUID() });
      expect(again.payout).toMatchObject({ approvalReason: null });
      expect(await listPayoutIds(searcher, { recipient: CANARY.requisites })).toEqual([again.payout!.id]);
    });

    it('refreshing a payout does not delay the purge of its recipient', async () => {
      const { id } = await completed();
      await refreshPayout(api, id);
      await desk.database.query('UPDATE payouts SET next_check_at = NULL WHERE id = $1', [id]);
      await age(id, 61);
      await refreshPayout(api, id);
      await desk.database.query('UPDATE payouts SET next_check_at = NULL WHERE id = $1', [id]);
      await purge();
      expect(await isPurged(id)).toBe(true);
    });

    it('a payout whose recipient was purged cannot be sent again', async () => {
      const { id } = await purgedPayout();
      // As if its binding had been removed, which makes a payout UNCONFIRMED however long ago it ended.
      await desk.database.query(
        `UPDATE payout_attempts SET state = 'UNKNOWN', provider_payout_id = NULL WHERE payout_id = $1`,
        [id],
      );
      await desk.database.query(
        `UPDATE payouts SET submission_state = 'UNCONFIRMED', provider_payout_id = NULL, provider_status = NULL,
           provider_state = NULL WHERE id = $1`,
        [id],
      );
      // A webhook about the removed binding would have to be read back before anyone may close the payout.
      await desk.database.query('DELETE FROM webhook_events');
      const people = [await desk.keyWith(['payouts:read', 'payouts:resolve']), desk.purser.approver];
      for (const person of people) {
        expect(await closePayout(person, { payoutId: id, resend: true })).toMatchObject({
          changeRequest: null,
          userErrors: [{ code: 'RECIPIENT_PURGED', field: ['input', 'resend'] }],
        });
      }
      for (const submissionState of ['APPROVED', 'SUBMITTING', 'AWAITING_APPROVAL']) {
        await expect(
          desk.database.query('UPDATE payouts SET submission_state = $2, next_attempt_at = $3 WHERE id = $1', [
            id,
            submissionState,
            submissionState === 'APPROVED' ? new Date() : null,
          ]),
        ).rejects.toMatchObject({ constraint: 'chk_payouts_recipient_kept' });
      }
      await agree(desk.purser.approver, await closePayout(people[0]!, { payoutId: id, resend: false }));
      expect(await getPayout(api, id)).toMatchObject({ status: 'CLOSED' });
    });

    it("a webhook at the payout's own address binds an unconfirmed payout even after its recipient was purged", async () => {
      const payout = await addressedPayout(desk, await purgedPayout());
      await desk.database.query(
        `UPDATE payout_attempts SET state = 'UNKNOWN', provider_payout_id = NULL WHERE payout_id = $1`,
        [payout.id],
      );
      await desk.database.query(
        `UPDATE payouts SET submission_state = 'UNCONFIRMED', provider_payout_id = NULL, provider_status = NULL,
           provider_state = NULL WHERE id = $1`,
        [payout.id],
      );
      const body = JSON.stringify({ id: payout.providerPayoutId, nonce: randomUUID() });
      await deliver(payout.url, { body });
      expect(await settledEvent(desk, body)).toMatchObject({ state: 'PROCESSED', subjectId: payout.id });
      expect(await getPayout(api, payout.id)).toMatchObject({ status: 'COMPLETED', recipient: { name: null } });
    });
  });
});
