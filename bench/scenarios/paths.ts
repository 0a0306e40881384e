import { orderCreation } from './order-creation-scenario.js';
import { ordersPage } from './orders-page-scenario.js';
import { payoutCreation } from './payout-creation-scenario.js';
import type { ThroughputScenario } from './throughput-scenario.js';
import { webhookIntake } from './webhook-intake-scenario.js';

/**
 * Everyday requests, measured on both contenders. The list comes first, because other requests add rows to its table.
 */
export const PATHS = ['list', 'create', 'payout', 'webhook'] as const;

export type Path = (typeof PATHS)[number];

export const SCENARIOS: Readonly<Record<Path, ThroughputScenario>> = {
  list: ordersPage,
  create: orderCreation,
  payout: payoutCreation,
  webhook: webhookIntake,
};
