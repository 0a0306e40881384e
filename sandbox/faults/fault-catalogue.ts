import type { z } from 'zod';
import {
  createOrderFaults,
  createPayoutFaults,
  submitH2hCardFaults,
  submitH2hCodeFaults,
} from './create-fault.schema.js';
import type { FaultOn } from './fault-rule.schema.js';
import { readH2hStatusFaults, readOrderFaults, readPayoutFaults } from './read-fault.schema.js';
import { orderWebhookFaults, payoutWebhookFaults } from './webhook-fault.schema.js';

export interface CatalogueEntry {
  readonly on: FaultOn;
  readonly fault: string;
  readonly shape: z.ZodRawShape;
  readonly does: string;
}

const commonFields: readonly string[] = ['on', 'fault', 'times', 'match'];

/** Every fault, read from its schema, so the list shows exactly the accepted ones. */
export const faultCatalogue: readonly CatalogueEntry[] = [
  ...createOrderFaults.options,
  ...readOrderFaults.options,
  ...orderWebhookFaults.options,
  ...submitH2hCardFaults.options,
  ...submitH2hCodeFaults.options,
  ...readH2hStatusFaults.options,
  ...createPayoutFaults.options,
  ...readPayoutFaults.options,
  ...payoutWebhookFaults.options,
].map(({ shape, description = '' }) => ({
  on: shape.on.value,
  fault: shape.fault.value,
  shape: Object.fromEntries(Object.entries(shape).filter(([field]) => !commonFields.includes(field))),
  does: description,
}));
