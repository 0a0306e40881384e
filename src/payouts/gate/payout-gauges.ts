import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { PayoutsPageQuery } from '../core/persistence/payouts-page.query.js';
import { PayoutGateService } from './payout-gate.service.js';

/**
 * Gauges for the gate and for payouts that wait for people. Each scrape reads them from the database, so every process
 * reports the same values.
 */
@Injectable()
export class PayoutGauges {
  constructor(gate: PayoutGateService, payouts: PayoutsPageQuery, registry: MetricsRegistry) {
    const isOpen: Gauge = new Gauge({
      name: 'purser_payout_gate_open',
      help: 'Whether payouts are sent: 1 while the gate is open, 0 while it is shut, NaN while it cannot be asked.',
      registers: [registry],
      collect: async () => {
        isOpen.set(
          await gate.get().then(
            ({ isOpen: open }) => Number(open),
            () => NaN,
          ),
        );
      },
    });
    const waiting: Gauge<'set'> = new Gauge({
      name: 'purser_payouts',
      help: 'Payouts that people have to look at, by the set of the API; 10,000 at most.',
      labelNames: ['set'],
      registers: [registry],
      collect: async () => {
        // If the query fails, no value is reported rather than an old one.
        waiting.reset();
        const sets = await payouts.facets({}).sets.catch(() => []);
        for (const { key, count } of sets) waiting.set({ set: key }, count);
      },
    });
  }
}
