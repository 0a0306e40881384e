import { type Desk, openDesk } from '../support/desk.js';
import { jsonFile } from '../support/files.js';
import { enableEveryMethod } from '../support/h2h.js';
import { createOrder, orderInput } from '../support/orders.js';
import { bangladeshInput, createPayout } from '../support/payouts.js';
import { PAYER } from './order-methods.table.js';

const PHONE_TRANSFER = {
  amount: '2',
  currency: 'RUB',
  paymentType: 'PHONE_TRANSFER',
  recipient: { name: 'Ivan Petrov', requisites: '+79123456789', userId: 'user-1', bankName: '100000000111' },
};

describe('a desk without all provider words', () => {
  let desk: Desk;

  beforeAll(async () => {
    desk = await openDesk({
      DESK_ENVIRONMENT: 'live',
      PROVIDER_PROFILE_FILE: jsonFile({
        payoutWalletNames: { WALLET_X1: 'WALLET_X1' },
        requireServiceId: ['west-africa'],
      }),
    });
  });

  afterAll(() => desk.close());

  it('refuses a payment type that has no provider word, and sends nothing', async () => {
    const { payout, userErrors } = await createPayout(desk.purser.api, PHONE_TRANSFER);
    expect(payout).toBeNull();
    expect(userErrors).toEqual([
      {
        code: 'PAYMENT_TYPE_NOT_CONFIGURED',
        field: ['input', 'paymentType'],
        message: expect.stringContaining('payoutPaymentTypes.PHONE_TRANSFER') as string,
      },
    ]);
    expect((await desk.sandbox.countRequests())['POST /v1/payouts']).toBeUndefined();
  });

  it('refuses a wallet that has no provider name, and accepts a wallet that has one', async () => {
    const input = bangladeshInput();
    const refused = { ...input, recipient: { ...(input['recipient'] as object), bankName: 'WALLET_X2' } };
    expect((await createPayout(desk.purser.api, refused)).userErrors).toMatchObject([
      { code: 'PAYMENT_TYPE_NOT_CONFIGURED', field: ['input', 'recipient', 'bankName'] },
    ]);
    expect((await createPayout(desk.purser.api, input)).payout).toMatchObject({ status: 'CREATED' });
  });

  it('payoutDestinations names the settings that are missing', async () => {
    const { payoutDestinations } = await desk.purser.api.request<{
      payoutDestinations: { id: string; notConfigured: string[] }[];
    }>('{ payoutDestinations { id notConfigured } }');
    const keys = (id: string): string =>
      payoutDestinations.find((destination) => destination.id === id)!.notConfigured.join(' ');
    expect(keys('brazil-pix')).toBe('');
    expect(keys('russia-phone-transfer')).toContain('payoutPaymentTypes.PHONE_TRANSFER');
    expect(keys('bangladesh')).toContain('payoutWalletNames.WALLET_X2');
    expect(keys('bangladesh')).not.toContain('WALLET_X1');
  });

  it('requires serviceId for destinations listed in the profile', async () => {
    const recipient = { name: 'Awa Diop', requisites: '221770000001', userId: 'user-1' };
    const input = { amount: '25', currency: 'XOF', paymentType: 'SIM', recipient };
    expect((await createPayout(desk.purser.api, input)).userErrors).toMatchObject([
      { code: 'FIELD_REQUIRED', field: ['input', 'serviceId'] },
    ]);
  });

  it('refuses an order method that has no provider word', async () => {
    await enableEveryMethod(desk.purser);
    const { order, userErrors } = await createOrder(
      desk.purser.api,
      orderInput({ method: 'WALLET1', customer: PAYER }),
    );
    expect(order).toBeNull();
    expect(userErrors).toMatchObject([{ code: 'METHOD_NOT_CONFIGURED', field: ['input', 'method'] }]);
  });
});
