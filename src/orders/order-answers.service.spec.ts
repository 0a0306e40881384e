import { parseDecimal } from '../common/decimal.js';
import { Transaction } from '../platform/database/transaction.js';
import type { ProviderOrder } from '../provider/port/orders.port.js';
import { OrderAnswersService } from './order-answers.service.js';
import type { OrderEntity } from './persistence/order.entity.js';
import type { OrderPatch } from './persistence/order-states.sql.js';

const ID = '0190a3b1-5c8e-7d3f-8a2b-4c5d6e7f8a9b';

const KNOWN = {
  id: '7',
  accountId: 'shop',
  status: 'PENDING',
  amount: parseDecimal('100.00')!,
  currency: 'EUR',
  externalId: 'order-7',
  providerOrderId: ID,
  providerStatus: 'PENDING',
  paymentLink: 'https://pay.example/1',
  commission: parseDecimal('2.50')!,
  received: parseDecimal('97.50')!,
  paidAt: new Date('2026-11-26T12:00:00Z'),
} as unknown as OrderEntity;

/** An answer with nothing but the fields that every answer has. */
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

interface Applied {
  readonly kind: string;
  readonly to: string | undefined;
  readonly patch: OrderPatch | undefined;
  readonly noted: string | undefined;
  /** Number of alarms raised before the commit, and the alarms after it. */
  readonly alarms: { readonly before: number; readonly after: unknown[] };
}

/** Applies an answer with the service, and returns what the service changed. */
async function apply(order: OrderEntity, answer: ProviderOrder, { isIdTaken = false } = {}): Promise<Applied> {
  const moves: { readonly to: string; readonly patch: OrderPatch }[] = [];
  const notes: string[] = [];
  const transitions = {
    move: (_tx: Transaction, _order: OrderEntity, move: { to: string; patch: OrderPatch }) => {
      moves.push(move);
      return Promise.resolve();
    },
    note: (_tx: Transaction, _order: OrderEntity, problem: string) => {
      notes.push(problem);
      return Promise.resolve();
    },
  };
  const orders = { isProviderIdTaken: () => Promise.resolve(isIdTaken) };
  const details = { keep: () => Promise.resolve() };
  const raised: unknown[] = [];
  const alarms = {
    raiseAfter: (tx: Transaction, name: string, facts: object) => {
      tx.afterCommit(() => raised.push({ name, ...facts }));
    },
  };
  const service = new OrderAnswersService(orders as never, transitions as never, alarms as never, details as never);
  const tx = new Transaction({} as Transaction['manager']);
  const { kind } = await service.apply(tx, order, { order: answer, cause: 'POLL' });
  const before = raised.length;
  tx.runAfterCommit();
  return { kind, to: moves[0]?.to, patch: moves[0]?.patch, noted: notes[0], alarms: { before, after: raised } };
}

async function patchAfter(order: OrderEntity, answer: ProviderOrder): Promise<OrderPatch> {
  return (await apply(order, answer)).patch!;
}

describe('answers about an order', () => {
  it.each(['commission', 'received', 'paymentLink', 'currency', 'paidAt'] as const)(
    'a known %s stays if the answer does not contain it',
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
  ] as const)('the $field from an answer is stored', async ({ field, value }) => {
    const patch = await patchAfter(KNOWN, { ...THIN, [field]: value });
    expect(patch[field]).toEqual(value);
  });

  it('an answer moves the order to the status it contains', async () => {
    const { kind, to, patch } = await apply(KNOWN, THIN);
    expect({ kind, to }).toEqual({ kind: 'applied', to: 'PAID' });
    expect(patch).toMatchObject({ providerStatus: 'PAID', problem: null });
  });

  it('an outdated answer leaves the status as it is', async () => {
    const { kind, to, patch } = await apply(KNOWN, { ...THIN, status: 'CREATED', providerStatus: 'NEW' });
    expect({ kind, to }).toEqual({ kind: 'applied', to: 'PENDING' });
    expect(patch).toMatchObject({ providerStatus: 'PENDING', problem: null });
  });

  it.each([
    ['another provider id', { providerOrderId: 'another' }, 'a second order'],
    ['another amount', { amount: parseDecimal('100.01') }, 'the amount 100.01'],
    ['another currency', { currency: 'USD' }, 'the currency USD'],
    ['another external id', { externalId: 'another' }, 'another external id'],
  ])('an answer with %s is rejected as a mismatch', async (_, changes, problem) => {
    const { kind, patch, noted } = await apply(KNOWN, { ...THIN, ...changes } as ProviderOrder);
    expect({ kind, patch }).toEqual({ kind: 'mismatch', patch: undefined });
    expect(noted).toContain(problem);
  });

  it('a mismatch raises an alarm after its note is committed', async () => {
    const { alarms } = await apply(KNOWN, { ...THIN, amount: parseDecimal('100.01')! });
    expect(alarms).toEqual({ before: 0, after: [{ name: 'order_mismatch', orderId: '7', accountId: 'shop' }] });
    expect((await apply(KNOWN, THIN)).alarms).toEqual({ before: 0, after: [] });
  });

  it.each([
    ['with the same amount in another notation', { amount: parseDecimal('100') }],
    ['with the same currency', { currency: 'EUR' }],
    ['with the same external id', { externalId: 'order-7' }],
  ])('an answer %s is applied', async (_, changes) => {
    expect(await apply(KNOWN, { ...THIN, ...changes } as ProviderOrder)).toMatchObject({ kind: 'applied' });
  });

  it("an answer binds the provider's id only if no other order has it", async () => {
    const unbound = { ...(KNOWN as object), providerOrderId: null } as OrderEntity;
    expect(await apply(unbound, THIN)).toMatchObject({ kind: 'applied', patch: { providerOrderId: ID } });
    expect(await apply(unbound, THIN, { isIdTaken: true })).toMatchObject({
      kind: 'mismatch',
      noted: 'The provider answered with the id of another order.',
    });
    expect(await apply(KNOWN, THIN, { isIdTaken: true })).toMatchObject({ kind: 'applied' });
  });
});
