/**
 * How far a call is when its process is killed:
 * - `unclaimed`: it waits for its order or session, and nothing is recorded
 * - `claimed`: its claim is recorded, and nothing was sent
 * - `lost`: it was sent, and never arrives
 * - `late`: it was sent, and arrives when its sender is dead
 * - `unanswered`: the provider has taken it and has not answered
 * - `unrecorded`: its answer has come and waits to be recorded
 * - `answered`: its caller has the answer
 */
export type Reached = 'unclaimed' | 'claimed' | 'lost' | 'late' | 'unanswered' | 'unrecorded' | 'answered';

/** A moment at which the process that sends a card or a code is killed, and what must become of the payment. */
export interface KillPoint {
  readonly step: string;
  readonly sends: 'card' | 'code';
  readonly reached: Reached;
  /** The provider's fault in the call. */
  readonly fault?: { readonly fault: string; readonly status?: number };
  /** Another replica's answer, while the process is dead, to whoever sends it again; none when it goes through. */
  readonly again: readonly string[];
  /** The provider's book in the end. */
  readonly booked: { readonly cards: readonly string[]; readonly codes: readonly string[] };
  /** All that the subscription shows of the session. */
  readonly shows: readonly string[];
  readonly orderEnds: 'PAID' | 'EXPIRED';
}

const CARD_PAID = {
  booked: { cards: ['taken'], codes: [] },
  shows: ['INITIALIZING', 'PROCESSING', 'SUCCESS'],
  orderEnds: 'PAID',
} as const;

// Purser cannot know that the bank has no card, so none is ever sent again, and the order waits for its own end.
const CARD_GIVEN_UP = {
  booked: { cards: [], codes: [] },
  shows: ['UNCONFIRMED', 'EXPIRED'],
  orderEnds: 'EXPIRED',
} as const;

const CODE_RIGHT = {
  booked: { cards: ['taken'], codes: ['right in round 1'] },
  shows: ['INITIALIZING', 'PROCESSING asks 1', 'PROCESSING', 'SUCCESS'],
  orderEnds: 'PAID',
} as const;

// The bank goes on asking, which is how it tells that a code was wrong: the payer is asked again.
const CODE_ASKED_AGAIN = {
  ...CODE_RIGHT,
  shows: ['INITIALIZING', 'PROCESSING asks 1', 'PROCESSING', 'PROCESSING asks 2 (wrong code)', 'PROCESSING', 'SUCCESS'],
} as const;

const sendsCard = { sends: 'card', again: ['CARD_ALREADY_SENT'] } as const;
const sendsCode = { sends: 'code', again: ['CODE_NOT_EXPECTED'] } as const;
const refused = { fault: 'refuse', status: 422 } as const;
const unanswered = { reached: 'unanswered', fault: { fault: 'hangAfterAccepting' } } as const;

/** No card and no code reaches the bank twice, and no session is forgotten. */
export const KILL_POINTS: readonly KillPoint[] = [
  { ...sendsCard, step: 'its card is not claimed', reached: 'unclaimed', again: [], ...CARD_PAID },
  { ...sendsCard, step: 'its card is claimed and not sent', reached: 'claimed', ...CARD_GIVEN_UP },
  { ...sendsCard, step: 'its card is sent and never arrives', reached: 'lost', ...CARD_GIVEN_UP },
  { ...sendsCard, step: 'its card is sent and arrives afterwards', reached: 'late', ...CARD_PAID },
  { ...sendsCard, step: 'its card is taken and not answered', ...unanswered, ...CARD_PAID },
  { ...sendsCard, step: 'its card is taken and that is not recorded', reached: 'unrecorded', ...CARD_PAID },
  {
    ...sendsCard,
    step: 'its card is refused and that is not recorded',
    reached: 'unrecorded',
    fault: refused,
    ...CARD_GIVEN_UP,
    booked: { cards: ['lost'], codes: [] },
  },
  { ...sendsCard, step: 'its card is taken and that is recorded', reached: 'answered', ...CARD_PAID },
  { ...sendsCode, step: 'its code is not claimed', reached: 'unclaimed', again: [], ...CODE_RIGHT },
  { ...sendsCode, step: 'its code is claimed and not sent', reached: 'claimed', ...CODE_ASKED_AGAIN },
  { ...sendsCode, step: 'its code is sent and never arrives', reached: 'lost', ...CODE_ASKED_AGAIN },
  { ...sendsCode, step: 'its code is sent and arrives afterwards', reached: 'late', ...CODE_RIGHT },
  { ...sendsCode, step: 'its code is taken and not answered', ...unanswered, ...CODE_RIGHT },
  {
    ...sendsCode,
    step: 'its code is refused and that is not recorded',
    reached: 'unrecorded',
    fault: refused,
    ...CODE_ASKED_AGAIN,
    booked: { cards: ['taken'], codes: ['lost in round 1', 'right in round 1'] },
  },
  { ...sendsCode, step: 'its code is taken and its caller knows', reached: 'answered', ...CODE_RIGHT },
];
