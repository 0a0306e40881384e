import { z } from 'zod';
import {
  createOrderFaults,
  createPayoutFaults,
  submitH2hCardFaults,
  submitH2hCodeFaults,
} from './create-fault.schema.js';
import { readH2hStatusFaults, readOrderFaults, readPayoutFaults } from './read-fault.schema.js';
import { orderWebhookFaults, payoutWebhookFaults } from './webhook-fault.schema.js';

export const faultRuleSchema = z.discriminatedUnion('on', [
  createOrderFaults,
  readOrderFaults,
  orderWebhookFaults,
  submitH2hCardFaults,
  submitH2hCodeFaults,
  readH2hStatusFaults,
  createPayoutFaults,
  readPayoutFaults,
  payoutWebhookFaults,
]);

export type FaultRule = z.infer<typeof faultRuleSchema>;
export type FaultOn = FaultRule['on'];
export type FaultRuleOn<On extends FaultOn> = Extract<FaultRule, { on: On }>;
