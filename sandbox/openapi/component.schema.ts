import { z } from 'zod';
import { cardSchema } from '../cards/card.schema.js';
import { balanceChangeSchema } from '../control/balance.schema.js';
import {
  acknowledgementListSchema,
  balanceListSchema,
  bookedOrderSchema,
  bookedPayoutSchema,
  bookSchema,
  chaosEndedSchema,
  countersSchema,
  faultIdSchema,
  faultListSchema,
  idleSchema,
  payoutIdsSchema,
  payoutListSchema,
  refusalSchema,
  resetSchema,
  terminalListSchema,
  testCardListSchema,
  webhookIdsSchema,
} from '../control/control-answers.schema.js';
import { payoutEntriesSchema } from '../control/payout-entry.schema.js';
import { settingsChangeSchema, settingsSchema } from '../control/settings.schema.js';
import { terminalChangeSchema } from '../control/terminal.schema.js';
import { forgedWebhookSchema } from '../control/webhook-control.schema.js';
import { chaosSchema } from '../faults/chaos.schema.js';
import { faultRuleSchema } from '../faults/fault-rule.schema.js';
import { h2hStatusSchema } from '../h2h/h2h-stage.schema.js';
import { nothingSchema, smsCodeSchema } from '../h2h/h2h-requests.schema.js';
import { orderCreationSchema } from '../orders/order-creation.schema.js';
import { wireOrderSchema } from '../orders/order.schema.js';
import { listedServiceSchema } from '../payouts/destinations/destination-directory.js';
import { bankSchema } from '../payouts/destinations/phone-transfer-destination.js';
import { payoutCreationSchema } from '../payouts/payout-creation.schema.js';
import { wirePayoutSchema } from '../payouts/payout.schema.js';

/** Schemas of input, in which fields with a default are optional. */
const requestSchemas = {
  OrderCreation: orderCreationSchema,
  Card: cardSchema,
  SmsCode: smsCodeSchema,
  PayoutCreation: payoutCreationSchema,
  FaultRule: faultRuleSchema,
  Chaos: chaosSchema,
  PayoutEntries: payoutEntriesSchema,
  BalanceChange: balanceChangeSchema,
  SettingsChange: settingsChangeSchema,
  TerminalChange: terminalChangeSchema,
  ForgedWebhook: forgedWebhookSchema,
};

const answerSchemas = {
  Order: wireOrderSchema,
  H2hStatus: h2hStatusSchema,
  Nothing: nothingSchema,
  Payout: wirePayoutSchema,
  PayoutServices: z.array(listedServiceSchema),
  Banks: z.array(bankSchema),
  Refusal: refusalSchema,
  FaultId: faultIdSchema,
  FaultList: faultListSchema,
  BookedOrder: bookedOrderSchema,
  BookedPayout: bookedPayoutSchema,
  PayoutList: payoutListSchema,
  PayoutIds: payoutIdsSchema,
  AcknowledgementList: acknowledgementListSchema,
  BalanceList: balanceListSchema,
  ChaosEnded: chaosEndedSchema,
  Settings: settingsSchema,
  TerminalList: terminalListSchema,
  TestCardList: testCardListSchema,
  WebhookIds: webhookIdsSchema,
  Idle: idleSchema,
  Book: bookSchema,
  Counters: countersSchema,
  Reset: resetSchema,
};

/** Schemas of the document, generated from the ones used for validation. */
export const componentSchemas = {
  ...toJsonSchemas({ schemas: requestSchemas, io: 'input' }),
  ...toJsonSchemas({ schemas: answerSchemas, io: 'output' }),
};

function toJsonSchemas({ schemas, io }: { schemas: Readonly<Record<string, z.ZodType>>; io: 'input' | 'output' }) {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      // OpenAPI 3.1 uses its own dialect, declared once for the document.
      const { $schema: _dialect, ...jsonSchema } = z.toJSONSchema(schema, { io });
      return [name, jsonSchema];
    }),
  );
}
