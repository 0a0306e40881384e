import { courierPayout } from './demo-life.js';

// Number of payouts in 24 hours. Within that time, a second payout of the same amount to the same recipient would wait
// for a person.
const PAYOUTS_A_DAY = (24 * 3_600) / 45;

describe('payouts of the demo', () => {
  it.each([0, 160, 7_000])(
    'pay no courier the same amount twice within a day, starting with payout number %d',
    (first) => {
      const payouts = Array.from({ length: PAYOUTS_A_DAY }, (_, at) => courierPayout(first + at));
      const paid = payouts.map(({ amount, recipient }) => `${amount} ${recipient['requisites']}`);
      expect(new Set(paid).size).toBe(PAYOUTS_A_DAY);
    },
  );
});
