import { z } from 'zod';
import { orderSchema } from '../orders/order.schema.js';
import { orderStatuses } from '../orders/order-status.states.js';

const at = z.iso.datetime({ precision: 3 });

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
  cause: z.enum(['payer', 'control', 'expiry', 'fault']),
});

const webhookQueued = z.object({
  type: z.literal('webhook.queued'),
  at,
  id: z.uuid(),
  orderId: z.uuid().nullable().describe('null: sent through the control API.'),
  body: z.string(),
  fault: z.string().nullable(),
  dueAt: at,
});

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

/** Everything that can happen in the sandbox. The state of the sandbox is these records, replayed. */
export const bookRecordSchema = z.discriminatedUnion('type', [
  requestReceived,
  requestAnswered,
  orderCreated,
  orderMoved,
  webhookQueued,
  webhookAttempted,
  webhookSettled,
]);

export type BookRecord = z.infer<typeof bookRecordSchema>;
export type RecordOf<Type extends BookRecord['type']> = Extract<BookRecord, { type: Type }>;
export type MoveCause = RecordOf<'order.moved'>['cause'];
export type WebhookOutcome = RecordOf<'webhook.settled'>['outcome'];

/** One line of the journal: the records of one commit, which are kept or lost together. */
export const journalLineSchema = z.array(bookRecordSchema);
