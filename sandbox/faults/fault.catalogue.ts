import { createOrderFaults, type FaultOn, orderWebhookFaults, readOrderFaults } from './fault-rule.schema.js';

/** A fault that can be set, in words. */
export interface CatalogueEntry {
  readonly on: FaultOn;
  readonly fault: string;
  /** The fields this fault has besides `times` and `match`. */
  readonly fields: readonly string[];
  readonly does: string;
}

const commonFields: readonly string[] = ['on', 'fault', 'times', 'match'];

/** Every fault, read from its schema, so that what is shown is what is accepted. */
export const faultCatalogue: readonly CatalogueEntry[] = [
  ...createOrderFaults.options,
  ...readOrderFaults.options,
  ...orderWebhookFaults.options,
].map(({ shape, description = '' }) => ({
  on: shape.on.value,
  fault: shape.fault.value,
  fields: Object.keys(shape).filter((field) => !commonFields.includes(field)),
  does: description,
}));
