import { type Desk, openDesk } from '../support/desk.js';
import { eventually } from '../support/eventually.js';
import { jsonFile } from '../support/files.js';
import {
  cardText,
  enableEveryMethod,
  getH2hOrder,
  payThrough,
  submitCard,
  type H2hPayload,
  watchSession,
} from '../support/h2h.js';
import { createdOrder } from '../support/orders.js';

interface CardRow {
  readonly card: string;
  readonly number: string;
  readonly codes?: readonly string[];
  /** Error codes that submitH2hCard returns. */
  readonly refusals?: readonly string[];
  /** The states that the subscription delivers, in order. */
  readonly shows: readonly string[];
  readonly orderEnds: string;
}

const RIGHT = '123456';
const WRONG = '000000';

const ROWS: readonly CardRow[] = [
  {
    card: 'succeeds at once',
    number: '4111111111111111',
    shows: ['INITIALIZING', 'PROCESSING', 'SUCCESS'],
    orderEnds: 'PAID',
  },
  {
    card: 'asks for one SMS code',
    number: '5555555555554444',
    codes: [RIGHT],
    shows: ['INITIALIZING', 'PROCESSING asks 1', 'PROCESSING', 'SUCCESS'],
    orderEnds: 'PAID',
  },
  {
    card: 'is given a wrong code, then the right one',
    number: '5555555555554444',
    codes: [WRONG, RIGHT],
    shows: [
      'INITIALIZING',
      'PROCESSING asks 1',
      'PROCESSING',
      'PROCESSING asks 2 (wrong code)',
      'PROCESSING',
      'SUCCESS',
    ],
    orderEnds: 'PAID',
  },
  {
    card: 'is given three wrong codes',
    number: '4012888888881881',
    codes: [WRONG, WRONG, WRONG],
    shows: [
      'INITIALIZING',
      'PROCESSING asks 1',
      'PROCESSING',
      'PROCESSING asks 2 (wrong code)',
      'PROCESSING',
      'PROCESSING asks 3 (wrong code)',
      'PROCESSING',
      'FAILED',
    ],
    orderEnds: 'DECLINED',
  },
  {
    card: 'keeps its flag up after a wrong code',
    number: '3530111333300000',
    codes: [WRONG, RIGHT],
    shows: [
      'INITIALIZING',
      'PROCESSING asks 1',
      'PROCESSING',
      'PROCESSING asks 2 (wrong code)',
      'PROCESSING',
      'SUCCESS',
    ],
    orderEnds: 'PAID',
  },
  {
    card: 'is slow to take its flag down after the right code',
    number: '3566002020360505',
    codes: [RIGHT],
    shows: ['INITIALIZING', 'PROCESSING asks 1', 'PROCESSING', 'SUCCESS'],
    orderEnds: 'PAID',
  },
  {
    card: 'waits for 3-D Secure',
    number: '4242424242424242',
    shows: ['INITIALIZING', 'PROCESSING', 'SUCCESS'],
    orderEnds: 'PAID',
  },
  {
    card: 'is declined',
    number: '4000000000000002',
    shows: ['INITIALIZING', 'PROCESSING', 'FAILED'],
    orderEnds: 'DECLINED',
  },
  {
    card: 'is cancelled',
    number: '6011111111111117',
    shows: ['INITIALIZING', 'PROCESSING', 'CANCELED'],
    orderEnds: 'CANCELED',
  },
  {
    card: 'expires',
    number: '6011000990139424',
    shows: ['INITIALIZING', 'PROCESSING', 'EXPIRED'],
    orderEnds: 'EXPIRED',
  },
  {
    card: 'succeeds and is not paid all the same',
    number: '2223003122003222',
    shows: ['INITIALIZING', 'PROCESSING', 'SUCCESS'],
    orderEnds: 'DECLINED',
  },
  {
    card: 'is taken while its answer is lost',
    number: '371449635398431',
    refusals: ['PROVIDER_OUTCOME_UNKNOWN'],
    shows: ['UNCONFIRMED', 'INITIALIZING', 'PROCESSING', 'SUCCESS'],
    orderEnds: 'PAID',
  },
];

describe("card payment on the merchant's page with a card that", () => {
  let desk: Desk;
  let outcomes: ReadonlyMap<string, { readonly payload: H2hPayload; readonly shown: string[]; readonly id: string }>;

  // All cards are played concurrently, because most of the time is spent between polls.
  beforeAll(async () => {
    desk = await openDesk({
      PROVIDER_PROFILE_FILE: jsonFile({ h2hPollDelaysSeconds: [1], orderCheckDelaysSeconds: [1] }),
    });
    await enableEveryMethod(desk.purser);
    const played = await Promise.all(ROWS.map(async (row) => [row.card, await play(row)] as const));
    outcomes = new Map(played);
  });

  afterAll(async () => {
    await desk.close();
  });

  async function play({ number, codes = [] }: CardRow) {
    const { api } = desk.purser;
    const { id } = await createdOrder(api, { method: 'CARD_H2H' });
    const changes = await watchSession(api, id);
    const payload = await submitCard(api, id, cardText(number));
    const shown = await payThrough(api, id, { changes, codes });
    await changes.close();
    return { id, payload, shown };
  }

  it.each(ROWS.map((row) => [row.card, row] as const))('%s', async (card, { shows, refusals = [], orderEnds }) => {
    const { payload, shown, id } = outcomes.get(card)!;
    expect(payload.userErrors.map(({ code }) => code)).toEqual(refusals);
    expect(shown).toEqual(shows);
    const ended = await eventually(`the order ends ${orderEnds}`, async () => {
      const order = await getH2hOrder(desk.purser.api, id);
      return order.status === orderEnds ? order : null;
    });
    expect(ended.h2hSession).toMatchObject({ isFinal: true, isSmsRequired: false, nextPollAt: null, problem: null });
  });

  it('no card reaches the bank twice, and no code more often than requested', async () => {
    for (const { codes = [], card } of ROWS) {
      const { id } = outcomes.get(card)!;
      const { providerOrderId } = await providerIdOf(id);
      expect(await desk.sandbox.secretsReceived(providerOrderId)).toEqual({ cards: 1, codes: codes.length });
    }
  });

  async function providerIdOf(id: string): Promise<{ providerOrderId: string }> {
    const { order } = await desk.purser.api.request<{ order: { providerOrderId: string } }>(
      'query ($id: ID!) { order(id: $id) { providerOrderId } }',
      { id },
    );
    return order;
  }
});
