import { setTimeout as wait } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { createOrder } from '../tour/order-calls.js';
import type { DemoCast } from './demo-data.js';
import { sendPayout } from './payout-calls.js';

// Often enough that somebody who opens a list sees it move, and seldom enough to read it.
const EVERY_MS = 15_000;

// Two hours of it: a desk that is left running for days does not fill up.
const MOST = 480;

const SALES = ['Two cups and saucers', 'A teapot', 'Tea towel', 'A cake stand', 'Napkins', 'A milk jug'] as const;

// Of ten payers, seven pay at once.
const ENDS = ['pay', 'pay', 'decline', 'pay', 'pay', 'cancel', 'pay', 'pay', 'expire', 'pay'] as const;

const COURIERS = ['Beatriz Carvalho', 'Davi Moreira', 'Marina Teixeira', 'Rafael Nunes'] as const;

/**
 * Goes on selling and paying couriers while `npm start` runs, through the API and the provider as everything else, so that
 * lists and charts move while a newcomer looks at them. One step that fails leaves out no other.
 *
 * @param onProblem told of a step that failed
 */
export async function keepDemoAlive(
  cast: DemoCast,
  { signal, onProblem }: { readonly signal: AbortSignal; readonly onProblem: (problem: unknown) => void },
): Promise<void> {
  for (let step = 0; step < MOST; step += 1) {
    const isOver = await wait(EVERY_MS, false, { signal, ref: false }).catch(() => true);
    if (isOver) return;
    // Two sales for a payout.
    await (step % 3 === 2 ? payCourier(cast, step) : sell(cast, step)).catch((problem: unknown) => {
      if (!signal.aborted) onProblem(problem);
    });
  }
}

async function sell({ operator, sandbox }: DemoCast, step: number): Promise<void> {
  const amount = `${12 + ((step * 17) % 83)}.${step % 2 === 0 ? '50' : '90'}`;
  const { providerOrderId } = await createOrder(operator, amount, of(SALES, step), `shop-${stamp()}`);
  if (providerOrderId !== null) await sandbox.moveOrder(providerOrderId, of(ENDS, step));
}

async function payCourier({ operator }: DemoCast, step: number): Promise<void> {
  const at = Math.floor(step / 3) % COURIERS.length;
  await sendPayout(operator, {
    idempotencyKey: `demo-${randomUUID()}`,
    externalId: `courier-${stamp()}`,
    // Another amount each time: the same one would wait for a second person.
    amount: `${40 + step}.${10 + ((step * 7) % 90)}`,
    currency: 'BRL',
    paymentType: 'EMAIL',
    recipient: { name: of(COURIERS, at), requisites: `courier.${at}@correio.example`, userId: `courier-${10 + at}` },
  });
}

/** One of them after the other. */
function of<Item>(all: readonly [Item, ...Item[]], step: number): Item {
  return all[step % all.length] ?? all[0];
}

/** Tells names apart, also after the next start: the day and the time. */
function stamp(): string {
  return new Date().toISOString().slice(5, 19).replaceAll(/\D/g, '');
}
