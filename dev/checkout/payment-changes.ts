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

/** Where the order stands, for the page. */
export interface OrderUpdates {
  readonly status: string;
}

/** Where the card stands, for the page. */
export interface CardUpdate {
  readonly status: string;
  /** The cause that moved it there; null while nothing has. */
  readonly cause: string | null;
  /** Whether a card is on its way of which nothing more is known. */
  readonly isBeingSent: boolean;
  readonly isSmsRequired: boolean;
  readonly codeRound: number;
  readonly lastCodeRejected: boolean;
}

export interface PresentPayment {
  readonly order: OrderUpdates;
  readonly card: CardUpdate;
  /** Everything after this is update. */
  readonly position: StreamPosition;
}

/**
 * How a payment stands. It is taken from the last entries of the two timelines, as each entry and its cursor are one:
 * a status read beside the cursor could be older than it, and what lies between would never be shown.
 * @throws NoAnswer when Purser could not be asked.
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
    // Both subscriptions read one log, in which everything of a card comes after the beginning of its order.
    position: { order: last.cursor, card: lastOfCard?.cursor ?? first.cursor },
  };
}

/** Both subscriptions of one order, from a position on. */
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
  // A card that was refused leaves its entry; one sent after that is on its way.
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
