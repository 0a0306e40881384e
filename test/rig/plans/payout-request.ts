import type { SeededRandom } from './seeded-random.js';

/** The payout that a caller requests. */
export interface PayoutRequest {
  readonly idempotencyKey: string;
  /** At most two decimals, as the currency allows. */
  readonly amount: string;
  readonly currency: string;
  readonly paymentType: string;
  readonly recipient: { readonly name: string; readonly requisites: string; readonly userId: string };
}

/** Plans a run's payouts, each to another recipient, so that only the amount can require an approval. */
export function planPayouts({
  count,
  random,
}: {
  readonly count: number;
  readonly random: SeededRandom;
}): PayoutRequest[] {
  return Array.from({ length: count }, (_, position) => {
    const number = position + 1;
    const cents = random.integer({ from: 0, to: 99 });
    return {
      idempotencyKey: `fault-test-${number}`,
      amount: `${random.integer({ from: 1, to: 9_999 })}.${String(cents).padStart(2, '0')}`,
      currency: 'BRL',
      paymentType: 'EMAIL',
      recipient: { name: 'Ana Silva', requisites: `recipient-${number}@example.com`, userId: `user-${number}` },
    };
  });
}
