import { z } from 'zod';
import { maskedCardSchema } from '../cards/masked-card.schema.js';
import { h2hStageSchema } from '../h2h/h2h-stage.schema.js';
import { orderSchema } from '../orders/order.schema.js';
import { orderStatuses } from '../orders/order-status.states.js';
import { payoutSchema } from '../payouts/payout.schema.js';
import { payoutStatuses } from '../payouts/payout-status.states.js';
import { terminalSettingsSchema } from '../terminals/terminal.schema.js';

const at = z.iso.datetime({ precision: 3 });

export const moveCauses = ['payer', 'control', 'expiry', 'fault', 'card', 'terminal', 'transfer'] as const;

const requestReceived = z.object({
  type: z.literal('request.received'),
  id: z.uuid(),
  at,
  method: z.string(),
  path: z.string().describe('Without its query.'),
  endpoint: z.string().describe('The route that served it, e.g. "GET /v1/orders/{orderId}", or "unmatched".'),
});

const requestAnswered = z.object({
  type: z.literal('request.answered'),
  id: z.uuid(),
  at,
  merchantId: z.uuid().nullable(),
  fault: z.string().nullable(),
  status: z.int().nullable().describe('null: the connection was dropped, or nothing was ever answered.'),
});

const orderCreated = z.object({ type: z.literal('order.created'), at, order: orderSchema });

const orderMoved = z.object({
  type: z.literal('order.moved'),
  at,
  orderId: z.uuid(),
  to: z.enum(orderStatuses),
  cause: z.enum(moveCauses),
});

/** The outcome that the provider applies to an order on its own. */
const orderOutcomePlanned = z.object({
  type: z.literal('order.outcomePlanned'),
  at,
  orderId: z.uuid(),
  to: z.enum(orderStatuses),
  cause: z.enum(moveCauses),
  dueAt: at.nullable().describe('null: only the control API moves the order.'),
});

/** Written for every card received, accepted or not, so that duplicates show. */
const cardReceived = maskedCardSchema.extend({
  type: z.literal('card.received'),
  at,
  orderId: z.uuid(),
  via: z.enum(['h2h', 'order']),
  outcome: z.enum(['taken', 'refused', 'lost']).describe('lost: a fault hit before it was taken.'),
});

/** Written for every SMS code received, without the code: six digits can be guessed from any hash. */
const codeReceived = z.object({
  type: z.literal('code.received'),
  at,
  orderId: z.uuid(),
  round: z.int().describe('One more than the wrong codes before it.'),
  outcome: z.enum(['right', 'wrong', 'refused', 'lost']),
});

const h2hPlanned = z.object({
  type: z.literal('h2h.planned'),
  at,
  orderId: z.uuid(),
  testCard: z.string().describe('The name of the script.'),
  stages: z.array(h2hStageSchema).min(1).describe('What is shown from now on, in place of what was planned before.'),
  stageDueAt: at.nullable().describe('When the first stage is left unread; null: it is not.'),
});

const h2hAdvanced = z.object({
  type: z.literal('h2h.advanced'),
  at,
  orderId: z.uuid(),
  cause: z.enum(['read', 'time']),
  stageDueAt: at.nullable(),
});

const terminalSet = z.object({
  type: z.literal('terminal.set'),
  at,
  merchantId: z.uuid(),
  settings: terminalSettingsSchema,
});

const payoutCreated = z.object({ type: z.literal('payout.created'), at, payout: payoutSchema });

const payoutMoved = z.object({
  type: z.literal('payout.moved'),
  at,
  payoutId: z.uuid(),
  to: z.enum(payoutStatuses),
  cause: z.enum(['service', 'control', 'fault']),
  stepDueAt: at.nullable(),
});

const balanceSet = z.object({
  type: z.literal('balance.set'),
  at,
  merchantId: z.uuid(),
  currency: z.string(),
  amount: z.string(),
});

/** Fields with a default are missing from old books. */
const webhookQueued = z.object({
  type: z.literal('webhook.queued'),
  at,
  id: z.uuid(),
  orderId: z.uuid().nullable().describe('null: about a payout, or sent through the control API.'),
  payoutId: z.uuid().nullable().default(null),
  callbackUrl: z.url().nullable().default(null).describe("null: the address of the merchant's settings."),
  signature: z.enum(['none', 'valid', 'wrong']).default('none'),
  body: z.string(),
  fault: z.string().nullable(),
  dueAt: at.nullable().describe('null: held back until it is released.'),
});

const webhookReleased = z.object({ type: z.literal('webhook.released'), at, id: z.uuid() });

const webhookAttempted = z.object({
  type: z.literal('webhook.attempted'),
  at,
  id: z.uuid(),
  bodySha256: z.string(),
  status: z.int().nullable().describe('null: no HTTP answer came.'),
  error: z.string().nullable(),
});

const webhookSettled = z.object({
  type: z.literal('webhook.settled'),
  at,
  id: z.uuid(),
  outcome: z.enum(['delivered', 'givenUp', 'lost']),
});

/** Every event of the sandbox. Replaying these records restores its state. */
export const bookRecordSchema = z.discriminatedUnion('type', [
  requestReceived,
  requestAnswered,
  orderCreated,
  orderMoved,
  orderOutcomePlanned,
  cardReceived,
  codeReceived,
  h2hPlanned,
  h2hAdvanced,
  terminalSet,
  payoutCreated,
  payoutMoved,
  balanceSet,
  webhookQueued,
  webhookReleased,
  webhookAttempted,
  webhookSettled,
]);

export type BookRecord = z.infer<typeof bookRecordSchema>;
export type RecordOf<Type extends BookRecord['type']> = Extract<BookRecord, { type: Type }>;
export type MoveCause = RecordOf<'order.moved'>['cause'];
export type PayoutMoveCause = RecordOf<'payout.moved'>['cause'];
export type WebhookSignature = RecordOf<'webhook.queued'>['signature'];
export type WebhookOutcome = RecordOf<'webhook.settled'>['outcome'];

/** One line of the journal: the records of one commit, kept or lost together. */
export const journalLineSchema = z.array(bookRecordSchema);
