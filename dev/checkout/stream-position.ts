/** A browser's position in a payment: one cursor per subscription. */
export interface StreamPosition {
  readonly order: string;
  readonly card: string;
}

// Cursors are opaque and short. The pattern limits what is forwarded.
const CURSOR = /^[\w-]{1,64}$/;

/** Encodes the position as an event id, which the browser sends back as Last-Event-ID. */
export function toEventId({ order, card }: StreamPosition): string {
  return new URLSearchParams({ order, card }).toString();
}

/** Decodes the position from an event id. Returns null for any other text. */
export function parseEventId(id: string | undefined): StreamPosition | null {
  const parameters = new URLSearchParams(id ?? '');
  const order = parameters.get('order') ?? '';
  const card = parameters.get('card') ?? '';
  return CURSOR.test(order) && CURSOR.test(card) ? { order, card } : null;
}
