import { orderCreation } from './order-creation-scenario.js';
import { ordersPage } from './orders-page-scenario.js';
import { payoutCreation } from './payout-creation-scenario.js';
import type { ThroughputScenario } from './throughput-scenario.js';
import { webhookIntake } from './webhook-intake-scenario.js';

/** The requests of every day, put to both contenders. The list first: the others add rows to the table it reads. */
export const PATHS = ['list', 'create', 'payout', 'webhook'] as const;

export type Path = (typeof PATHS)[number];

export const SCENARIOS: Readonly<Record<Path, ThroughputScenario>> = {
  list: ordersPage,
  create: orderCreation,
  payout: payoutCreation,
  webhook: webhookIntake,
};
