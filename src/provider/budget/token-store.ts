/**
 * Who waits for a request: one that changes something there, a person at a checkout or in the dashboard, a scheduled
 * tick, or nobody that Purser knows. The last one gets what the others leave.
 */
export type RequestLane = 'changes' | 'interactive' | 'background' | 'unverified';

/** The tokens of `claims` are held until their claim is committed; those of all other lanes are used at once. */
export type TokenLane = RequestLane | 'claims';

/**
 * How long a held slot is kept, also for a process that was killed: two seconds to wait for it, one for the turn of a
 * claim, two for its locks and two of its send window.
 */
export const HELD_MS = 7_000;

/** The outcome of held slots. */
export interface EndedSlots {
  /** Requests that go out now. */
  readonly used: number;
  /** Slots that others may have. */
  readonly unused: number;
}

export interface TokenLease {
  /** How many of the wanted tokens were taken: a whole number from 0. */
  readonly granted: number;
  /** When the next token for this lane comes in at the earliest, in milliseconds from now. */
  readonly nextTokenInMs: number;
}

/** The one bucket of tokens that all replicas draw from. Injectable by its class. */
export abstract class TokenStore {
  /**
   * Takes up to `wanted` tokens that are there now, without waiting for more.
   *
   * @throws any error when the store cannot be asked; nothing counts as taken then
   */
  abstract lease(lane: TokenLane, wanted: number): Promise<TokenLease>;

  /** Puts tokens back that were just taken and not used, as though they never had been. */
  abstract giveBack(count: number): Promise<void>;

  /** Ends the holding of tokens of `claims`: used ones are gone, and unused ones are put back. */
  abstract endHeld(slots: EndedSlots): Promise<void>;
}
