import { randomUUID } from 'node:crypto';
import { PendingEvidenceService } from '../../src/payouts/evidence/pending-evidence.service.js';
import { agree, factsOf, proposed } from '../support/change-requests.js';
import type { Desk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { closePayout, getPayout, type PayoutChange, type PayoutView, unconfirmedPayout } from '../support/payouts.js';
import {
  addressedPayout,
  type AddressedPayout,
  deliver,
  openWebhookDesk,
} from '../support/payout-webhooks-delivery.js';
import { faultStage } from '../support/fault-stage.js';

interface Event {
  readonly id: string;
  readonly state: string;
  readonly tries: number;
  readonly replays: number;
}

describe('an unconfirmed payout with an unreadable webhook', () => {
  let desk: Desk;

  faultStage(async () => {
    desk = await openWebhookDesk('observe', { settings: { PAYOUT_CLOSE_AFTER_MINUTES: '0' } });
    return desk;
  });

  const eventAt = async ({ attempts }: PayoutView): Promise<Event> =>
    (
      await desk.database.query<Event>('SELECT id, state, tries, replays FROM webhook_events WHERE attempt_id = $1', [
        attempts[0]!.id,
      ])
    )[0]!;

  const set = (id: string, columns: string): Promise<unknown> =>
    desk.database.query(`UPDATE webhook_events SET ${columns} WHERE id = $1`, [id]);

  /**
   * Returns an unconfirmed payout with an unprocessed webhook at its own address. `columns` sets the webhook's state.
   */
  async function withWebhook(columns: string, body: string = JSON.stringify({ id: randomUUID() })) {
    const payout = await unconfirmedPayout(desk, { isMade: true }).then((made) => addressedPayout(desk, made));
    await deliver(payout.url, { body });
    const { id } = await eventAt(payout);
    await set(id, columns);
    return { payout, webhookId: id };
  }

  const close = (
    { payout, by = desk.purser.api }: { payout: AddressedPayout; by?: Desk['purser']['api'] },
    input: { readonly unreadableWebhookIds?: readonly string[]; readonly resend?: boolean } = {},
  ): Promise<PayoutChange> => closePayout(by, { payoutId: payout.id, ...input });

  const pending = (...words: string[]): object => ({
    changeRequest: null,
    userErrors: [{ code: 'EVIDENCE_PENDING', message: expect.stringMatching(new RegExp(words.join('.*'))) as string }],
    payout: { status: 'UNCONFIRMED', changeRequest: null },
  });

  /** The webhook cannot be decrypted, and has been given up once. */
  const SEALED = `sealed_body = '\\x00', state = 'FAILED', tries = 25, next_try_at = NULL`;
  const GIVEN_UP_AGAIN = `${SEALED}, replays = 1`;

  it("a webhook is retried at a person's request before it counts as unreadable", async () => {
    const { payout, webhookId } = await withWebhook(SEALED);
    const named = { unreadableWebhookIds: [webhookId] };
    expect(await close({ payout }, named)).toMatchObject(pending(webhookId, 'FAILED'));
    expect(await eventAt(payout)).toMatchObject({ state: 'RECEIVED', replays: 1 });
    expect(await close({ payout }, named)).toMatchObject(pending(webhookId, 'RECEIVED'));
    await eventually('it is given up again', async () => {
      await desk.database.query(
        `UPDATE webhook_events SET tries = 24, next_try_at = now() WHERE id = $1 AND state = 'RECEIVED'`,
        [webhookId],
      );
      return (await eventAt(payout)).state === 'FAILED' ? true : null;
    });
    expect(await close({ payout })).toMatchObject(pending(webhookId, 'could not be read'));
    expect(await eventAt(payout)).toMatchObject({ state: 'FAILED' });
  });

  it('two people close the payout by naming the webhook, which the audit log records', async () => {
    const { payout, webhookId } = await withWebhook(GIVEN_UP_AGAIN);
    const named = { unreadableWebhookIds: [webhookId] };
    const { approver } = desk.purser;
    expect(await close({ payout, by: approver })).toMatchObject({ userErrors: [{ code: 'EVIDENCE_PENDING' }] });
    const first = await close({ payout }, named);
    expect(factsOf(proposed(first))).toMatchObject({ action: 'CLOSE', unreadableWebhookIds: webhookId });
    await agree(approver, first);
    expect(await getPayout(desk.purser.api, payout.id)).toMatchObject({ status: 'CLOSED' });
    expect(
      await desk.database.query(
        `SELECT after->'unreadableWebhookIds' AS named FROM audit_entries
         WHERE action = 'change_request.confirmed' AND subject_id = $1`,
        [payout.id],
      ),
    ).toEqual([{ named: [webhookId] }]);
    // The webhook is tried again, and if its key is found it counts as evidence.
    expect(await eventAt(payout)).toMatchObject({ state: 'RECEIVED', replays: 2 });
  });

  it.each([
    ['its body was purged', `sealed_body = NULL, body_purged_at = now(), state = 'IGNORED', next_try_at = NULL`],
    ['its body names nothing', `state = 'IGNORED', provider_object_id = NULL, replays = 1, next_try_at = NULL`],
  ])('the payout can be closed when %s', async (_, columns) => {
    const { payout, webhookId } = await withWebhook(columns, '{}');
    expect(await close({ payout })).toMatchObject(pending(webhookId, 'could not be read'));
    expect(await close({ payout }, { unreadableWebhookIds: [webhookId] })).toMatchObject({ userErrors: [] });
  });

  it('refuses to close the payout if another webhook is named, or a webhook may still be read', async () => {
    const { payout, webhookId } = await withWebhook(GIVEN_UP_AGAIN);
    const stranger = randomUUID();
    expect(await close({ payout }, { unreadableWebhookIds: [webhookId, stranger] })).toMatchObject({
      userErrors: [
        {
          code: 'NOT_UNREADABLE',
          field: ['input', 'unreadableWebhookIds'],
          message: expect.stringContaining(stranger) as string,
        },
      ],
    });
    await deliver(payout.url, { body: JSON.stringify({ id: randomUUID() }) });
    expect(await close({ payout }, { unreadableWebhookIds: [webhookId] })).toMatchObject(pending('RECEIVED'));
  });

  it('the payout is not resent if the unreadable webhook names an id that the provider has', async () => {
    const { payout, webhookId } = await withWebhook(GIVEN_UP_AGAIN);
    await set(webhookId, `provider_object_id = '${payout.providerPayoutId}'`);
    const closing = { unreadableWebhookIds: [webhookId], resend: true };
    expect(await close({ payout }, closing)).toMatchObject({
      changeRequest: null,
      userErrors: [{ code: 'NOT_UNCONFIRMED' }],
      payout: { status: 'CREATED', providerPayoutId: payout.providerPayoutId },
    });
  });

  it('an alarm is raised as long as the webhook is unreadable and the payout is open', async () => {
    const { payout, webhookId: eventId } = await withWebhook(GIVEN_UP_AGAIN);
    const look = async (): Promise<number> => {
      await desk.purser.service(PendingEvidenceService).alarmUnreadable();
      const alarm = { event: 'alarm', alarm: 'payout_evidence_unreadable', payoutId: payout.id, eventId };
      return desk.purser.alarms().filter((raised) => JSON.stringify(raised) === JSON.stringify(alarm)).length;
    };
    expect([await look(), await look()]).toEqual([1, 2]);
    await agree(desk.purser.approver, await close({ payout }, { unreadableWebhookIds: [eventId] }));
    expect(await look()).toBe(2);
  });
});
