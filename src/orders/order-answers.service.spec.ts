import { parseDecimal } from '../common/decimal.js';
import { Transaction } from '../platform/database/transaction.js';
import type { ProviderOrder } from '../provider/port/orders.port.js';
import { OrderAnswersService } from './order-answers.service.js';
import type { OrderEntity } from './persistence/order.entity.js';
import type { OrderPatch } from './persistence/order-states.sql.js';

const ID = '0190a3b1-5c8e-7d3f-8a2b-4c5d6e7f8a9b';

const KNOWN = {
  id: '7',
  status: 'PENDING',
  amount: parseDecimal('100.00')!,
  currency: 'EUR',
  providerOrderId: ID,
  providerStatus: 'PENDING',
  paymentLink: 'https://pay.example/1',
  commission: parseDecimal('2.50')!,
  received: parseDecimal('97.50')!,
  paidAt: new Date('2026-11-26T12:00:00Z'),
} as unknown as OrderEntity;

/** The least that an answer holds. */
const THIN: ProviderOrder = {
  providerOrderId: ID,
  providerStatus: 'PAID',
  status: 'PAID',
  externalId: null,
  amount: null,
  currency: null,
  commission: null,
  received: null,
  paymentLink: null,
  paidAt: null,
  updatedAt: null,
  unreadable: [],
  details: [],
};

/** What the service writes to an order after an answer. */
async function patchAfter(order: OrderEntity, answer: ProviderOrder): Promise<OrderPatch> {
  const patches: OrderPatch[] = [];
  const transitions = {
    move: (_tx: Transaction, _order: OrderEntity, { patch }: { patch: OrderPatch }) => {
      patches.push(patch);
      return Promise.resolve();
    },
  };
  const details = { keep: () => Promise.resolve() };
  const service = new OrderAnswersService({} as never, transitions as never, {} as never, details as never);
  await service.apply(new Transaction({} as Transaction['manager']), order, { order: answer, cause: 'POLL' });
  return patches[0]!;
}

describe('an answer about an order', () => {
  it.each(['commission', 'received', 'paymentLink', 'currency', 'paidAt'] as const)(
    'keeps the %s that is known when an answer lacks it',
    async (field) => {
      const patch = await patchAfter(KNOWN, THIN);
      expect(patch[field]).toEqual(KNOWN[field]);
    },
  );

  it.each([
    { field: 'commission', value: parseDecimal('3.00') },
    { field: 'received', value: parseDecimal('97.00') },
    { field: 'paymentLink', value: 'https://pay.example/2' },
    { field: 'paidAt', value: new Date('2026-11-26T13:00:00Z') },
  ] as const)('writes the $field that an answer brings', async ({ field, value }) => {
    const patch = await patchAfter(KNOWN, { ...THIN, [field]: value });
    expect(patch[field]).toEqual(value);
  });
});
