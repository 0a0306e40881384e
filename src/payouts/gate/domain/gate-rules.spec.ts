import { reasonToShut } from './gate-rules.js';

describe('gate rules', () => {
  const limits = { maxUnconfirmed: 3, maxUnconfirmedPercent: 5 };

  it.each([
    { inTenMinutes: 0, inLastFifty: 0, lastFifty: 50, shuts: false },
    { inTenMinutes: 2, inLastFifty: 2, lastFifty: 10, shuts: false },
    { inTenMinutes: 3, inLastFifty: 3, lastFifty: 3, shuts: true },
    { inTenMinutes: 0, inLastFifty: 2, lastFifty: 50, shuts: false },
    { inTenMinutes: 0, inLastFifty: 3, lastFifty: 50, shuts: true },
    { inTenMinutes: 0, inLastFifty: 3, lastFifty: 49, shuts: false },
  ])(
    'whether $inTenMinutes recent unconfirmed attempts, or $inLastFifty of the last $lastFifty, shut the gate: $shuts',
    ({ shuts, ...recent }) => {
      expect(reasonToShut(recent, limits) !== null).toBe(shuts);
    },
  );
});
