import { z } from 'zod';

/** Ten minutes: longer than any client's timeout. */
const answerDelay = z.int().min(0).max(600_000);
/** A day: webhooks of real services do arrive that late. */
const webhookDelay = z.int().min(0).max(86_400_000);

const redirectStatus = z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]).default(307);
const serverErrorStatus = z.union([z.literal(500), z.literal(502), z.literal(503), z.literal(504)]).default(503);
const location = z.url({ protocol: /^https?$/ });

/** What can be wrong with an answer whose status says success. */
export const malformedVariants = [
  'truncatedJson',
  'notJson',
  'wrongContentType',
  'noId',
  'invalidId',
  'otherId',
  'wrongAmount',
  'wrongExternalId',
  'nullFields',
  'hugeBody',
] as const;

/** What can be wrong with the body of an order webhook. */
export const corruptVariants = ['notJson', 'noId', 'invalidId', 'pathTraversalId', 'otherId', 'emptyBody'] as const;

function rulesOn<const On extends string>(on: On) {
  return <const Fault extends string, Extra extends z.ZodRawShape>({
    fault,
    does,
    extra,
  }: {
    fault: Fault;
    does: string;
    extra: Extra;
  }) =>
    z
      .strictObject({
        on: z.literal(on),
        fault: z.literal(fault),
        ...extra,
        times: z.int().min(1).nullable().default(1).describe('How many hits; null: until removed.'),
        match: z
          .strictObject({ externalId: z.string().optional() })
          .default({})
          .describe('Hit only orders with this externalId.'),
      })
      .describe(does);
}

const createOrder = rulesOn('createOrder');
const readOrder = rulesOn('readOrder');
const orderWebhook = rulesOn('orderWebhook');

/** Faults of `POST /v1/orders`. */
export const createOrderFaults = z.discriminatedUnion('fault', [
  createOrder({
    fault: 'answerSlowly',
    does: 'Accepts at once and answers after delayMs.',
    extra: { delayMs: answerDelay },
  }),
  createOrder({ fault: 'dropAfterAccepting', does: 'Accepts, then drops the connection.', extra: {} }),
  createOrder({ fault: 'dropBeforeAccepting', does: 'Drops the connection; nothing is created.', extra: {} }),
  createOrder({ fault: 'hangAfterAccepting', does: 'Accepts and never answers.', extra: {} }),
  createOrder({
    fault: 'serverErrorAfterAccepting',
    does: 'Accepts, then answers 5xx with an HTML page.',
    extra: { status: serverErrorStatus },
  }),
  createOrder({
    fault: 'serverErrorBeforeAccepting',
    does: 'Answers 5xx with an HTML page; nothing is created.',
    extra: {
      status: serverErrorStatus,
    },
  }),
  createOrder({
    fault: 'malformedAnswer',
    does: 'Accepts and answers 201 with a wrong body.',
    extra: { variant: z.enum(malformedVariants) },
  }),
  createOrder({
    fault: 'refuse',
    does: 'Answers 4xx with a JSON error; nothing is created.',
    extra: {
      status: z.int().min(400).max(499).default(422),
    },
  }),
  createOrder({
    fault: 'redirect',
    does: 'Answers 3xx to location; nothing is created.',
    extra: { status: redirectStatus, location },
  }),
  createOrder({
    fault: 'tooManyRequests',
    does: 'Answers 429, with or without having accepted.',
    extra: { accepted: z.boolean() },
  }),
  createOrder({
    fault: 'conflict',
    does: 'Answers 409, with or without having accepted.',
    extra: { accepted: z.boolean() },
  }),
  createOrder({
    fault: 'webhookBeforeAnswer',
    does: 'The order is paid and its webhook answered before the create answer is sent.',
    extra: {},
  }),
]);

/** Faults of `GET /v1/orders/{orderId}`. */
export const readOrderFaults = z.discriminatedUnion('fault', [
  readOrder({ fault: 'answerSlowly', does: 'Answers after delayMs.', extra: { delayMs: answerDelay } }),
  readOrder({ fault: 'drop', does: 'Drops the connection.', extra: {} }),
  readOrder({ fault: 'hang', does: 'Never answers.', extra: {} }),
  readOrder({ fault: 'serverError', does: 'Answers 5xx with an HTML page.', extra: { status: serverErrorStatus } }),
  readOrder({
    fault: 'malformedAnswer',
    does: 'Answers 200 with a wrong body.',
    extra: { variant: z.enum(malformedVariants) },
  }),
  readOrder({ fault: 'redirect', does: 'Answers 3xx to location.', extra: { status: redirectStatus, location } }),
  readOrder({ fault: 'tooManyRequests', does: 'Answers 429.', extra: {} }),
  readOrder({
    fault: 'unknownStatus',
    does: 'Answers a status word that nobody knows.',
    extra: { word: z.string().min(1).max(100) },
  }),
  readOrder({
    fault: 'statusOnly',
    does: 'Answers only {"status": …}: the interface shows no more than that.',
    extra: {},
  }),
]);

/** Faults of the order webhook. They hit when the webhook is queued, so its retries are hit with it. */
export const orderWebhookFaults = z.discriminatedUnion('fault', [
  orderWebhook({ fault: 'lose', does: 'Never sends it.', extra: {} }),
  orderWebhook({ fault: 'delay', does: 'Sends it after delayMs.', extra: { delayMs: webhookDelay } }),
  orderWebhook({
    fault: 'duplicate',
    does: 'Sends it as many times as copies says, all at once.',
    extra: { copies: z.int().min(2).max(1000) },
  }),
  orderWebhook({ fault: 'corruptBody', does: 'Sends a wrong body.', extra: { variant: z.enum(corruptVariants) } }),
]);

/** A fault as it is set through `POST /control/faults`. */
export const faultRuleSchema = z.discriminatedUnion('on', [createOrderFaults, readOrderFaults, orderWebhookFaults]);

export type FaultRule = z.infer<typeof faultRuleSchema>;
export type FaultOn = FaultRule['on'];
export type FaultRuleOn<On extends FaultOn> = Extract<FaultRule, { on: On }>;
export type MalformedVariant = (typeof malformedVariants)[number];
export type CorruptVariant = (typeof corruptVariants)[number];
