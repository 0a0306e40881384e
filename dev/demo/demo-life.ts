import { setTimeout as wait } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { createOrder } from '../tour/order-calls.js';
import type { PurserClient } from '../tour/purser-client.js';
import type { DemoCast } from './demo-data.js';
import { countPayouts, fundBalance, type PayoutInput, sendPayout } from './payout-calls.js';

// Often enough to see a list move, and seldom enough to read it.
const EVERY_MS = 15_000;

// The number of steps in two hours. Then the demo stops, so that an instance that runs for days does not fill up.
const MOST = 480;

// Covers 160 payouts of at most 101 BRL, so that none waits for money.
const FUNDING = { amount: '17000.00', currency: 'BRL' };

const SALES = ['Two cups and saucers', 'A teapot', 'Tea towel', 'A cake stand', 'Napkins', 'A milk jug'] as const;

// Seven of ten payers pay.
const ENDS = ['pay', 'pay', 'decline', 'pay', 'pay', 'cancel', 'pay', 'pay', 'expire', 'pay'] as const;

const COURIERS = ['Beatriz Carvalho', 'Davi Moreira', 'Marina Teixeira', 'Rafael Nunes'] as const;

/**
 * Goes on selling goods and paying couriers while `npm start` runs, through the API and the provider, so that lists and
 * charts move while a new user watches. If a step fails, the next one runs all the same.
 * @param onProblem called with the error of a failed step
 */
export async function keepDemoAlive(
  cast: DemoCast,
  { signal, onProblem }: { readonly signal: AbortSignal; readonly onProblem: (problem: unknown) => void },
): Promise<void> {
  const report = (problem: unknown): void => {
    if (!signal.aborted) onProblem(problem);
  };
  const earlier = await prepare(cast.operator).catch(report);
  if (earlier === undefined) return;
  for (let step = 0; step < MOST; step += 1) {
    const isOver = await wait(EVERY_MS, false, { signal, ref: false }).catch(() => true);
    if (isOver) return;
    // Two steps of three are sales, and the third is a payout.
    const isPayout = step % 3 === 2;
    await (isPayout ? payCourier(cast, earlier + Math.floor(step / 3)) : sell(cast, step)).catch(report);
  }
}

/** Funds the payouts until the next start. Returns the number of earlier ones. */
async function prepare(operator: PurserClient): Promise<number> {
  const earlier = await countPayouts(operator);
  await fundBalance(operator, FUNDING, `demo-funding-${earlier}`);
  return earlier;
}

async function sell({ operator, sandbox }: DemoCast, step: number): Promise<void> {
  const amount = `${12 + ((step * 17) % 83)}.${step % 2 === 0 ? '50' : '90'}`;
  const { providerOrderId } = await createOrder(operator, amount, of(SALES, step), `shop-${stamp()}`);
  if (providerOrderId !== null) await sandbox.moveOrder(providerOrderId, of(ENDS, step));
}

async function payCourier({ operator }: DemoCast, number: number): Promise<void> {
  await sendPayout(operator, {
    idempotencyKey: `demo-${randomUUID()}`,
    externalId: `courier-${stamp()}`,
    ...courierPayout(number),
  });
}

/**
 * Builds the payout with this number. A repeated amount within a day would wait for a second person, so amounts repeat
 * only after 5,490 payouts: 61 and 90 have no common divisor.
 */
export function courierPayout(number: number): PayoutInput {
  const at = number % COURIERS.length;
  return {
    amount: `${40 + (number % 61)}.${10 + (number % 90)}`,
    currency: 'BRL',
    paymentType: 'EMAIL',
    recipient: { name: of(COURIERS, at), requisites: `courier.${at}@correio.example`, userId: `courier-${10 + at}` },
  };
}

function of<Item>(all: readonly [Item, ...Item[]], step: number): Item {
  return all[step % all.length] ?? all[0];
}

/** Returns the date and time, so that external ids are unique across starts. */
function stamp(): string {
  return new Date().toISOString().slice(5, 19).replaceAll(/\D/g, '');
}
