/**
 * Progress of a call when its process is killed:
 * - `unclaimed`: it waits for its order or session; nothing is recorded
 * - `claimed`: its claim is recorded; nothing was sent
 * - `lost`: it was sent and never arrives
 * - `late`: it was sent and arrives after its sender has died
 * - `unanswered`: the provider accepted it and has not answered
 * - `unrecorded`: its answer has arrived and is not recorded yet
 * - `answered`: its caller has the answer
 */
export type Reached = 'unclaimed' | 'claimed' | 'lost' | 'late' | 'unanswered' | 'unrecorded' | 'answered';

/** The moment at which the process that sends a card or a code is killed, and the expected state of the payment. */
export interface KillPoint {
  readonly step: string;
  readonly sends: 'card' | 'code';
  readonly reached: Reached;
  /** A fault of the provider during the call. */
  readonly fault?: { readonly fault: string; readonly status?: number };
  /** Another replica's answers to a retry while the process is dead; empty if the retry succeeds. */
  readonly again: readonly string[];
  /** What the provider has in the end. */
  readonly booked: { readonly cards: readonly string[]; readonly codes: readonly string[] };
  /** All states of the session that the subscription delivers. */
  readonly shows: readonly string[];
  readonly orderEnds: 'PAID' | 'EXPIRED';
}

const CARD_PAID = {
  booked: { cards: ['taken'], codes: [] },
  shows: ['INITIALIZING', 'PROCESSING', 'SUCCESS'],
  orderEnds: 'PAID',
} as const;

// Purser cannot know that the bank has no card, so it never sends the card again, and the session waits until the order
// ends.
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

// The bank asks for the code again, as after a wrong code, so the payer is asked again.
const CODE_ASKED_AGAIN = {
  ...CODE_RIGHT,
  shows: ['INITIALIZING', 'PROCESSING asks 1', 'PROCESSING', 'PROCESSING asks 2 (wrong code)', 'PROCESSING', 'SUCCESS'],
} as const;

const sendsCard = { sends: 'card', again: ['CARD_ALREADY_SENT'] } as const;
const sendsCode = { sends: 'code', again: ['CODE_NOT_EXPECTED'] } as const;
const refused = { fault: 'refuse', status: 422 } as const;
const unanswered = { reached: 'unanswered', fault: { fault: 'hangAfterAccepting' } } as const;

/** No card and no code may reach the bank twice, and no session may be lost. */
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
