/** How far a browser has followed a payment: a cursor of each of the two subscriptions. */
export interface StreamPosition {
  readonly order: string;
  readonly card: string;
}

// Cursors are opaque and short; this bounds what is passed on.
const CURSOR = /^[\w-]{1,64}$/;

/** The position as the id of an event, which the browser sends back as Last-Event-ID. */
export function toEventId({ order, card }: StreamPosition): string {
  return new URLSearchParams({ order, card }).toString();
}

/** The position that an id of this server stands for; null for anything else. */
export function parseEventId(id: string | undefined): StreamPosition | null {
  const parameters = new URLSearchParams(id ?? '');
  const order = parameters.get('order') ?? '';
  const card = parameters.get('card') ?? '';
  return CURSOR.test(order) && CURSOR.test(card) ? { order, card } : null;
}
