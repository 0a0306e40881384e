import { z } from 'zod';

const bookSchema = z.object({ orders: z.array(z.object({ id: z.string(), externalId: z.string().nullish() })) });

export class SandboxControl {
  constructor(private readonly url: string) {}

  /** Makes the sandbox accept the next order and lose the answer. */
  async loseNextAnswer(): Promise<void> {
    await this.setFault({ on: 'createOrder', fault: 'dropAfterAccepting' });
  }

  async setFault(rule: object): Promise<void> {
    await this.#post('/control/faults', rule);
  }

  /** Pays an order that only the provider knows. */
  async pay(providerOrderId: string): Promise<void> {
    await this.moveOrder(providerOrderId, 'pay');
  }

  async moveOrder(providerOrderId: string, move: 'pay' | 'decline' | 'cancel' | 'expire'): Promise<void> {
    await this.#post(`/control/orders/${providerOrderId}/${move}`, {});
  }

  async movePayout(providerPayoutId: string, step: 'process' | 'fail'): Promise<void> {
    await this.#post(`/control/payouts/${providerPayoutId}/${step}`, {});
  }

  async findOrder(externalId: string): Promise<string> {
    const response = await fetch(`${this.url}/control/book`);
    const { orders } = bookSchema.parse(await response.json());
    const order = orders.find((candidate) => candidate.externalId === externalId);
    if (order === undefined) throw new Error(`The provider has no order ${externalId}.`);
    return order.id;
  }

  async #post(path: string, body: object): Promise<void> {
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The sandbox answered ${path} with ${response.status}: ${await response.text()}`);
  }
}
