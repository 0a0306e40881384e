import type { SeededRandom } from '../plans/seeded-random.js';
import type { SandboxControl } from '../stage/sandbox/sandbox-control.js';
import type { PurserSubject } from '../subjects/purser-subject.js';
import { CallerLoad } from './caller-load.js';

const CREATE_ORDER = `mutation ($input: CreateOrderInput!) {
  createOrder(input: $input) { order { id providerOrderId } userErrors { code message } } }`;

interface CreateOrderAnswer {
  readonly createOrder: { readonly order: { readonly id: string; readonly providerOrderId: string | null } | null };
}

interface OrderRequest {
  readonly idempotencyKey: string;
}

export type OrderLoad = CallerLoad<OrderRequest>;

// These callers share two cores with six processes.
const CALLERS = 4;
const PAUSE_MS = { from: 400, to: 800 };

/** Starts callers who create one order after another. Half of the orders are paid. */
export function orderCallers({
  subject,
  url,
  payer,
  random,
}: {
  readonly subject: PurserSubject;
  readonly url: string;
  readonly payer: Payer;
  readonly random: SeededRandom;
}): OrderLoad {
  return new CallerLoad({
    requests: orderRequests(),
    random,
    callers: CALLERS,
    urls: () => [url],
    followedForMs: 0,
    pauseMs: PAUSE_MS,
    ask: async ({ idempotencyKey }, replicaUrl) => {
      const { createOrder } = await subject.send<CreateOrderAnswer>(replicaUrl, 'operator', {
        query: CREATE_ORDER,
        input: { idempotencyKey, amount: '10.50', currency: 'EUR', successUrl: 'https://shop.example/thanks' },
      });
      if (!createOrder.order) throw new Error(`No order: ${JSON.stringify(createOrder)}`);
      const { id, providerOrderId } = createOrder.order;
      if (providerOrderId !== null && random.fraction() < 0.5) payer.pay(providerOrderId);
      return { id, isWaiting: false };
    },
  });
}

function* orderRequests(): Generator<OrderRequest, undefined> {
  for (let number = 1; ; number += 1) yield { idempotencyKey: `scale-order-${number}` };
}

/** Pays orders at the provider, which then sends webhooks about the payments. */
export class Payer {
  /** Provider ids of the orders paid. */
  readonly paid: string[] = [];
  readonly #underWay = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];

  constructor(private readonly control: SandboxControl) {}

  pay(providerOrderId: string): void {
    const done = this.control
      .move(providerOrderId, 'pay')
      .then(
        () => this.paid.push(providerOrderId),
        (error: unknown) => this.#failures.push(error),
      )
      .then(() => void this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** @throws AggregateError if an order could not be paid: the provider has no faults here */
  async finish(): Promise<void> {
    await Promise.all(this.#underWay);
    if (this.#failures.length > 0) throw new AggregateError(this.#failures, 'An order could not be paid.');
  }
}
