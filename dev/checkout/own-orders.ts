/** More orders than a developer creates in a day. A real shop would look its orders up in its database. */
const ORDERS_KEPT = 1_000;

/**
 * The orders that this shop created since it started. It shows and pays no others, whatever the API key allows, because
 * anyone can type an id into a URL.
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
