import { createHash, createHmac } from 'node:crypto';
import { type Desk, openDesk } from './desk.js';
import { eventually } from './eventually.js';
import { jsonFile } from './files.js';
import { bookedPayout, faultMatch, getPayout, payoutInput, type PayoutView, recordedPayout } from './payouts.js';
import { TEST_SETTINGS } from './purser.js';
import { OPEN_GATE } from './settings.js';

/** The secret that the sandbox signs with initially. */
export const OLD_SECRET = TEST_SETTINGS.WEBHOOK_SECRET;
export const NEW_SECRET = 'payout-webhook-secret-that-replaces-the-other';

export interface Delivery {
  readonly body: string;
  readonly signature?: string;
}

export interface WebhookEventView {
  readonly id: string;
  readonly source: string;
  readonly state: string;
  readonly note: string | null;
  readonly signature: string | null;
  readonly deliveries: number;
  readonly replays: number;
  readonly bodySha256: string;
  readonly providerObjectId: string | null;
  readonly subjectId: string | null;
}

export interface AddressedPayout extends PayoutView {
  readonly providerPayoutId: string;
  /** The payout's own callback URL. */
  readonly url: string;
}

/**
 * Opens Purser in the middle of a rotation of webhook secrets. By default it does not poll, so it learns about payouts
 * only from webhooks.
 */
export function openWebhookDesk(
  mode: 'observe' | 'enforce',
  {
    payoutCheckDelaysSeconds = [3_600],
    settings = {},
  }: {
    readonly payoutCheckDelaysSeconds?: readonly number[];
    readonly settings?: Readonly<Record<string, string>>;
  } = {},
): Promise<Desk> {
  return openDesk({
    WEBHOOK_SECRET: NEW_SECRET,
    WEBHOOK_SECRET_PREVIOUS: OLD_SECRET,
    ...OPEN_GATE,
    PROVIDER_PROFILE_FILE: jsonFile({ payoutCheckDelaysSeconds, webhookSignature: { mode } }),
    ...settings,
  });
}

export function signature(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** Delivers a webhook to an address and returns the answer's status. */
export async function deliver(url: string, { body, signature: given }: Delivery): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(given !== undefined && { 'x-signature': given }) };
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.text();
  return response.status;
}

/** Returns the stored webhooks that match `wanted`, newest first. */
export async function listEvents(
  { purser }: Desk,
  wanted: { readonly body: string } | { readonly providerObjectId: string },
): Promise<readonly WebhookEventView[]> {
  const filter = 'body' in wanted ? {} : wanted;
  const { webhookEvents } = await purser.api.request<{ webhookEvents: { edges: { node: WebhookEventView }[] } }>(
    `query ($filter: WebhookEventFilter) { webhookEvents(filter: $filter, first: 100) { edges { node {
       id source state note signature deliveries replays bodySha256 providerObjectId subjectId } } } }`,
    { filter },
  );
  const events = webhookEvents.edges.map(({ node }) => node);
  if (!('body' in wanted)) return events;
  const hash = createHash('sha256').update(wanted.body).digest('hex');
  return events.filter(({ bodySha256 }) => bodySha256 === hash);
}

/** Returns the webhook with this body once it has been processed. */
export function settledEvent(desk: Desk, body: string): Promise<WebhookEventView> {
  return eventually('the webhook is dealt with', async () => {
    const [event] = await listEvents(desk, { body });
    return event?.state === 'RECEIVED' ? null : event;
  });
}

/** Creates a payout that is PROCESSING at the provider without Purser's knowledge. */
export async function unannouncedPayout(desk: Desk): Promise<AddressedPayout> {
  const input = payoutInput();
  await desk.sandbox.setFault({ on: 'payoutWebhook', fault: 'lose', match: faultMatch(input) });
  const payout = await addressedPayout(desk, await recordedPayout(desk.purser.api, input));
  await desk.sandbox.movePayout(payout.providerPayoutId, 'process');
  return payout;
}

/** Adds to a payout what only the provider knows: its id there and its callback URL. */
export async function addressedPayout(desk: Desk, payout: PayoutView): Promise<AddressedPayout> {
  const { id: providerPayoutId, callbackUrl } = await bookedPayout(desk.sandbox, payout);
  if (!callbackUrl) throw new Error('The payout has no callback URL');
  return { ...payout, providerPayoutId, url: callbackUrl };
}

/**
 * Waits until the provider has no webhook left to send and Purser has none left to process. Webhooks about unknown
 * objects are excluded: they are retried for hours.
 */
export async function untilWebhooksSettled({ sandbox, database }: Desk): Promise<void> {
  await eventually('every webhook is dealt with', async () => {
    await sandbox.isIdle();
    const [row] = await database.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM webhook_events
       WHERE state = 'RECEIVED' AND note IS DISTINCT FROM 'The provider does not show the payout.'`,
    );
    return row?.open === 0 ? true : null;
  });
}

/** Expects that a payout was created once and completed, whatever happened to its webhooks. */
export async function expectCompletedOnce({ purser, sandbox }: Desk, { id }: { readonly id: string }): Promise<void> {
  const payout = await getPayout(purser.api, id);
  expect(payout).toMatchObject({ status: 'COMPLETED', problem: null, attempts: [{ state: 'ACCEPTED' }] });
  expect(payout.evidence).toHaveLength(1);
  const statuses = payout.timeline.map(({ to }) => to);
  expect(new Set(statuses).size).toBe(statuses.length);
  expect(statuses.at(-1)).toBe('COMPLETED');
  expect((await bookedPayout(sandbox, payout)).id).toBe(payout.providerPayoutId);
}
