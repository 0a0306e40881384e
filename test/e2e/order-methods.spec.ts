import { randomUUID } from 'node:crypto';
import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { enableEveryMethod } from '../support/h2h.js';
import { countOrders, createdOrder, createOrder, getOrder, statusesUntil, watchOnwards } from '../support/orders.js';
import type { BookedOrder } from '../support/sandbox.js';
import { PAGE_METHODS, payerWith, payerWithout } from './order-methods.table.js';

describe('orders by method', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk();
  });

  afterAll(async () => {
    await desk.close();
  });

  /** Counts orders and creations. Reads are left out, because webhooks for earlier orders may still cause some. */
  async function footprint(): Promise<unknown> {
    return {
      orders: await countOrders(desk.purser.api),
      creations: (await desk.sandbox.countRequests())['POST /v1/orders'],
    };
  }

  async function declined(orderId: string): Promise<BookedOrder> {
    return eventually('the provider declines the order', async () => {
      const order = await desk.sandbox.bookedOrder(orderId);
      return order.status === 'DECLINED' ? order : null;
    });
  }

  describe.each(PAGE_METHODS)('$title', ({ method, terminal, extraParams, fields }) => {
    let booked: BookedOrder;

    beforeAll(async () => {
      await enableEveryMethod(desk.purser, terminal);
      await desk.sandbox.setTerminal(terminal);
    });

    it('an order with exactly the fields that its terminal requires is paid', async () => {
      const { api } = desk.purser;
      const customer = payerWith(fields);
      const { id, providerOrderId, ...order } = await createdOrder(api, { method, customer });
      expect(order).toMatchObject({ method, status: 'CREATED', problem: null });
      booked = await desk.sandbox.bookedOrder(providerOrderId);
      expect(booked).toMatchObject({ extraParams, declineReason: null });
      expect(booked.customer).toEqual(customer);
      // The page of an order that will be declined has no form.
      expect(await (await fetch(order.paymentLink!)).text()).toContain('<form');

      const changes = await watchOnwards(api, id);
      await desk.sandbox.move(providerOrderId, 'pay');
      expect((await statusesUntil(changes, id, 'PAID')).at(-1)).toBe('PAID');
      await changes.close();
      expect(await getOrder(api, id)).toMatchObject({ status: 'PAID', isFinal: true, problem: null });
    });

    it('an order without one required field is refused by its name, and nothing is stored or sent', async () => {
      const before = await footprint();
      const cases = fields.flatMap((missing) => {
        const customer = payerWithout(missing, fields);
        return [customer, { ...customer, [missing]: null }].map((given) => ({ missing, given }));
      });
      await Promise.all(
        cases.map(async ({ missing, given }) => {
          const { order, userErrors } = await createOrder(desk.purser.api, { method, customer: given });
          expect([missing, order, userErrors]).toMatchObject([
            missing,
            null,
            [{ code: 'CUSTOMER_FIELD_REQUIRED', field: ['input', 'customer', missing] }],
          ]);
          expect(userErrors).toHaveLength(1);
        }),
      );
      expect(await footprint()).toEqual(before);
    });

    it.each([undefined, null, {}])(
      'an order with the customer %j is refused with all required fields',
      async (customer) => {
        const before = await footprint();
        const { order, userErrors } = await createOrder(desk.purser.api, { method, customer });
        expect(order).toBeNull();
        expect(new Set(userErrors.map(({ code }) => code))).toEqual(new Set(['CUSTOMER_FIELD_REQUIRED']));
        expect(userErrors.map(({ field }) => field!.join('.')).sort()).toEqual(
          fields.map((field) => `input.customer.${field}`).sort(),
        );
        expect(await footprint()).toEqual(before);
      },
    );

    it('the provider would decline an order without any one of these fields', async () => {
      const { amount, currency, purpose } = booked;
      const reasons = await Promise.all(
        fields.map(async (missing) => {
          const customer = payerWithout(missing, fields);
          const asked = { amount, currency, purpose, externalId: randomUUID(), customer };
          const { json } = await desk.sandbox.postOrder({ ...asked, ...(extraParams !== null && { extraParams }) });
          return (await declined((json as { id: string }).id)).declineReason;
        }),
      );
      expect(reasons).toEqual(fields.map((missing) => `customer.${missing} is required`));
    });
  });
});
