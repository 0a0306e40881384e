import { z } from 'zod';
import { type Following, NoAnswer, type PurserApi } from './purser-api.js';
import type { StreamPosition } from './stream-position.js';

const orderChangeSchema = z.object({ cursor: z.string(), to: z.string() });

const cardChangeSchema = orderChangeSchema.extend({
  cause: z.string(),
  occurredAt: z.string(),
  isSmsRequired: z.boolean(),
  codeRound: z.number(),
  lastCodeRejected: z.boolean(),
});

type OrderChange = z.infer<typeof orderChangeSchema>;
type CardChange = z.infer<typeof cardChangeSchema>;

const CARD_CHANGE = 'cursor to cause occurredAt isSmsRequired codeRound lastCodeRejected';

export interface OrderUpdates {
  readonly status: string;
}

export interface CardUpdate {
  readonly status: string;
  /** Cause of the last status change; null before the first one. */
  readonly cause: string | null;
  /** Whether a card was sent and its result is not known yet. */
  readonly isBeingSent: boolean;
  readonly isSmsRequired: boolean;
  readonly codeRound: number;
  readonly lastCodeRejected: boolean;
}

export interface PresentPayment {
  readonly order: OrderUpdates;
  readonly card: CardUpdate;
  /** Changes after this position follow as updates. */
  readonly position: StreamPosition;
}

/**
 * Reads a payment's state from the last entries of its two timelines, where each entry comes with its cursor. A status
 * read separately could be older than the cursor, and the changes in between would be lost.
 * @throws NoAnswer if Purser cannot be reached
 */
export async function readPresent(api: PurserApi, orderId: string): Promise<PresentPayment> {
  const { order } = await api.request(
    `query ($id: ID!) {
      order(id: $id) { timeline { cursor to } h2hSession { cardSentAt timeline { ${CARD_CHANGE} } } }
    }`,
    { id: orderId },
    z.object({
      order: z.object({
        timeline: z.array(orderChangeSchema),
        h2hSession: z.object({ cardSentAt: z.string().nullable(), timeline: z.array(cardChangeSchema) }),
      }),
    }),
  );
  const [first] = order.timeline;
  const last = order.timeline.at(-1);
  if (first === undefined || last === undefined) throw new NoAnswer('An order without a beginning.');
  const { cardSentAt, timeline } = order.h2hSession;
  const lastOfCard = timeline.at(-1);
  return {
    order: orderUpdate(last),
    card: lastOfCard === undefined ? noCardYet(cardSentAt !== null) : cardUpdate(lastOfCard, cardSentAt),
    // Both subscriptions read the same log. A card's events come after its order's first event, so its cursor serves as
    // the position if there is no card yet.
    position: { order: last.cursor, card: lastOfCard?.cursor ?? first.cursor },
  };
}

/** Builds both subscriptions of one order, starting at a position. */
export function followingsOf(
  orderId: string,
  after: StreamPosition,
  listeners: {
    readonly onOrder: (update: OrderUpdates, cursor: string) => void;
    readonly onCard: (update: CardUpdate, cursor: string) => void;
  },
): Following[] {
  return [
    {
      document: `subscription ($orderId: ID!, $after: String!) {
        orderStatusChanged(orderId: $orderId, after: $after) { cursor to }
      }`,
      variables: { orderId, after: after.order },
      onData: (data) => {
        const { orderStatusChanged: change } = z.object({ orderStatusChanged: orderChangeSchema }).parse(data);
        listeners.onOrder(orderUpdate(change), change.cursor);
      },
    },
    {
      document: `subscription ($orderId: ID!, $after: String!) {
        h2hStatusChanged(orderId: $orderId, after: $after) { ${CARD_CHANGE} }
      }`,
      variables: { orderId, after: after.card },
      onData: (data) => {
        const { h2hStatusChanged: change } = z.object({ h2hStatusChanged: cardChangeSchema }).parse(data);
        listeners.onCard(cardUpdate(change, null), change.cursor);
      },
    },
  ];
}

function orderUpdate({ to }: OrderChange): OrderUpdates {
  return { status: to };
}

function cardUpdate(change: CardChange, cardSentAt: string | null): CardUpdate {
  const { to, cause, occurredAt, isSmsRequired, codeRound, lastCodeRejected } = change;
  // A refused card leaves an entry in the timeline. A card that was sent after that entry is still in flight.
  const isBeingSent = to === 'NOT_STARTED' && cardSentAt !== null && cardSentAt > occurredAt;
  return { status: to, cause, isBeingSent, isSmsRequired, codeRound, lastCodeRejected };
}

function noCardYet(isBeingSent: boolean): CardUpdate {
  return {
    status: 'NOT_STARTED',
    cause: null,
    isBeingSent,
    isSmsRequired: false,
    codeRound: 0,
    lastCodeRejected: false,
  };
}
