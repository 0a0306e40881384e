import { z } from 'zod';
import {
  bookedOrderSchema,
  bookSchema,
  countersSchema,
  faultIdSchema,
  faultListSchema,
  idleSchema,
  refusalSchema,
  resetSchema,
  webhookIdsSchema,
} from '../control/control-answers.schema.js';
import { forgedWebhookSchema, settingsSchema } from '../control/webhook-control.schema.js';
import { faultRuleSchema } from '../faults/fault-rule.schema.js';
import { orderCreationSchema } from '../orders/order-creation.schema.js';
import { wireOrderSchema } from '../orders/order.schema.js';

/** What callers send: fields with a default are optional. */
const requestSchemas = {
  // The fields that are not enabled are refused, so they are no part of what a caller may send.
  OrderCreation: orderCreationSchema.omit({ extraParams: true, customer: true, card: true }),
  FaultRule: faultRuleSchema,
  ForgedWebhook: forgedWebhookSchema,
};

const answerSchemas = {
  Order: wireOrderSchema,
  Refusal: refusalSchema,
  FaultId: faultIdSchema,
  FaultList: faultListSchema,
  BookedOrder: bookedOrderSchema,
  Settings: settingsSchema,
  WebhookIds: webhookIdsSchema,
  Idle: idleSchema,
  Book: bookSchema,
  Counters: countersSchema,
  Reset: resetSchema,
};

/** The schemas of the document, generated from the ones the sandbox validates with. */
export const componentSchemas = {
  ...toJsonSchemas({ schemas: requestSchemas, io: 'input' }),
  ...toJsonSchemas({ schemas: answerSchemas, io: 'output' }),
};

function toJsonSchemas({ schemas, io }: { schemas: Readonly<Record<string, z.ZodType>>; io: 'input' | 'output' }) {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      // The dialect is OpenAPI 3.1's own, declared once for the whole document.
      const { $schema: _dialect, ...jsonSchema } = z.toJSONSchema(schema, { io });
      return [name, jsonSchema];
    }),
  );
}
