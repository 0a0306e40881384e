/** Pays orders at the provider, of which its webhooks tell. */
export class Payer {
  /** By the provider's id. */
  readonly paid: string[] = [];
  readonly #underWay = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];

  constructor(private readonly providerUrl: string) {}

  pay(providerOrderId: string): void {
    const done = this.payOne(providerOrderId)
      .catch((error: unknown) => {
        this.#failures.push(error);
      })
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** @throws AggregateError when an order could not be paid: nothing befalls the provider here */
  async finish(): Promise<void> {
    await Promise.all(this.#underWay);
    if (this.#failures.length > 0) throw new AggregateError(this.#failures, 'An order could not be paid.');
  }

  private async payOne(providerOrderId: string): Promise<void> {
    const response = await fetch(`${this.providerUrl}/control/orders/${providerOrderId}/pay`, { method: 'POST' });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`Order ${providerOrderId} was not paid: ${response.status}`);
    this.paid.push(providerOrderId);
  }
}
