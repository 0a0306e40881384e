/** As many as a developer makes in a day. A shop would look its orders up where it keeps them. */
const ORDERS_KEPT = 1_000;

/**
 * The orders that this shop made since it started. No other is shown or paid here, whatever the API key could reach:
 * an id in an address is something that anybody can type.
 */
export class OwnOrders {
  readonly #ids = new Set<string>();

  constructor(private readonly kept = ORDERS_KEPT) {}

  add(id: string): void {
    this.#ids.add(id);
    if (this.#ids.size <= this.kept) return;
    const [oldest] = this.#ids;
    if (oldest !== undefined) this.#ids.delete(oldest);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }
}
