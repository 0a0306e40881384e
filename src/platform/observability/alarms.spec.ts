import { Logger } from '@nestjs/common';
import { Alarms } from './alarms.js';
import { MetricsRegistry } from './metrics-registry.js';

describe('alarms', () => {
  it('an alarm logs one error line with its code, and is counted', async () => {
    const log = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const registry = new MetricsRegistry();
    const alarms = new Alarms(registry);
    alarms.raise('order_mismatch', { orderId: 'o-1' });
    alarms.raise('order_mismatch', { orderId: 'o-2' });
    alarms.raise('webhook_given_up', { eventId: 'e-1' });

    expect(log.mock.calls[0]).toEqual([{ event: 'alarm', alarm: 'order_mismatch', orderId: 'o-1' }]);
    expect(log).toHaveBeenCalledTimes(3);
    const text = await registry.metrics();
    expect(text).toContain('purser_alarms_total{code="order_mismatch"} 2');
    expect(text).toContain('purser_alarms_total{code="webhook_given_up"} 1');
    // Codes without an alarm are exported as 0, because Prometheus would not see the first alarm as an increase
    // otherwise.
    expect(text).toContain('purser_alarms_total{code="payout_duplicate_paid"} 0');
    log.mockRestore();
  });

  it('alarms are counted separately for each application', async () => {
    const log = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const [first, second] = [new MetricsRegistry(), new MetricsRegistry()];
    new Alarms(first).raise('order_absent', {});
    new Alarms(second);
    expect(await second.metrics()).toContain('purser_alarms_total{code="order_absent"} 0');
    log.mockRestore();
  });
});
