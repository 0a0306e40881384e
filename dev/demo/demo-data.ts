import { z } from 'zod';
import { createOrder, listOrders } from '../tour/order-calls.js';
import type { PurserClient } from '../tour/purser-client.js';
import type { SandboxControl } from '../tour/sandbox-control.js';
import { declinePayout, fundBalance, type PayoutInput, sendPayout, withdrawPayout } from './payout-calls.js';

export interface DemoCast {
  readonly operator: PurserClient;
  readonly approver: PurserClient;
  readonly sandbox: SandboxControl;
}

const ORDERS = [
  { amount: '24.80', purpose: 'Two cups and saucers', then: 'pay' },
  { amount: '129.00', purpose: 'A teapot', then: 'pay' },
  { amount: '8.50', purpose: 'Tea towel', then: 'pay' },
  { amount: '342.15', purpose: 'Dinner service for six', then: 'pay' },
  { amount: '59.90', purpose: 'A cake stand', then: 'decline' },
  { amount: '17.25', purpose: 'Napkins', then: 'cancel' },
  { amount: '76.00', purpose: 'A milk jug, hand-painted', then: 'expire' },
  { amount: '45.00', purpose: 'A gift card', then: null },
] as const;

const FIRST_NUMBER = 1_041;

const ANA = { name: 'Ana Souza', requisites: 'ana.souza@correio.example', userId: 'courier-1' };
const AWA = {
  ...{ name: 'Awa Diop', requisites: '221771234567', userId: 'courier-2' },
  ...{ userEmail: 'awa@courrier.example', userIp: '203.0.113.9' },
};
const RUI = { name: 'Rui Lima', requisites: '11144477735', userId: 'courier-3' };
const LIA = { name: 'Lia Prado', requisites: 'lia.prado@correio.example', userId: 'courier-4' };

const TO_ANA = { amount: '125.00', currency: 'BRL', paymentType: 'EMAIL', recipient: ANA };
const TO_AWA = { amount: '15000', currency: 'XOF', paymentType: 'SIM', recipient: AWA };
const TO_RUI = { amount: '64.20', currency: 'BRL', paymentType: 'CPF', recipient: RUI };
const TO_LIA = { amount: '310.00', currency: 'BRL', paymentType: 'EMAIL', recipient: LIA };

// Covers all payouts below, so that none waits for money.
const FUNDING = { amount: '50000.00', currency: 'BRL' };

/**
 * Takes payments and sends payouts, so that every page of a new dashboard has content: orders of every outcome, a
 * funded balance, and payouts that are paid, failed, declined, withdrawn, unanswered or waiting for a second person.
 * Uses only the API and the provider. Does nothing if there is an order already.
 * @throws Error if Purser or the sandbox refuses
 */
export async function makeDemoData(cast: DemoCast): Promise<void> {
  if ((await listOrders(cast.operator)).length > 0) return;
  for (const [at, order] of ORDERS.entries()) await makeOrder(cast, order, `shop-${FIRST_NUMBER + at}`);
  await cast.sandbox.loseNextAnswer();
  await createOrder(cast.operator, '99.00', 'A samovar', `shop-${FIRST_NUMBER + ORDERS.length}`);
  await makePayouts(cast);
}

async function makeOrder(
  { operator, sandbox }: DemoCast,
  demo: (typeof ORDERS)[number],
  externalId: string,
): Promise<void> {
  const { providerOrderId } = await createOrder(operator, demo.amount, demo.purpose, externalId);
  if (demo.then !== null && providerOrderId !== null) await sandbox.moveOrder(providerOrderId, demo.then);
}

async function makePayouts({ operator, approver, sandbox }: DemoCast): Promise<void> {
  const send = (name: string, input: PayoutInput): ReturnType<typeof sendPayout> =>
    sendPayout(operator, { idempotencyKey: `demo-${name}`, externalId: name, ...input });
  await fundBalance(operator, FUNDING, 'demo-funding');
  await send('salary-ana', TO_ANA);
  await send('salary-awa', TO_AWA);
  await send('bonus-awa', { ...TO_AWA, amount: '2500' });
  const { providerPayoutId } = await send('salary-rui', TO_RUI);
  if (providerPayoutId !== null) await sandbox.movePayout(providerPayoutId, 'fail');

  // A second payout of the same amount to the same recipient within a day waits for a second person.
  await send('salary-ana-again', TO_ANA);
  const declined = await send('salary-awa-again', TO_AWA);
  await declinePayout(approver, declined.id, 'The run was entered twice.');
  const withdrawn = await send('bonus-awa-again', { ...TO_AWA, amount: '2500' });
  await withdrawPayout(operator, withdrawn.id);

  // The outcome of this payout stays unknown until two people decide it.
  const match = { requisites: LIA.requisites };
  await sandbox.setFault({ on: 'createPayout', fault: 'dropAfterAccepting', match });
  await sandbox.setFault({ on: 'payoutWebhook', fault: 'lose', match, times: 2 });
  await send('salary-lia', TO_LIA);
}

/** Describes an error of `makeDemoData`. `npm start` continues without the remaining data. */
export function describeProblem(error: unknown): string {
  const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
  return `The demo data are not complete: ${message}`;
}
