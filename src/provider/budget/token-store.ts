/**
 * The kind of request, by who waits for the answer: a change, a person at a checkout or in the dashboard, a scheduled
 * tick, or an unknown sender. Unverified requests get what the other lanes leave.
 */
export type RequestLane = 'changes' | 'interactive' | 'background' | 'unverified';

/** Tokens for `claims` are held until the claim commits; tokens for all other lanes are used immediately. */
export type TokenLane = RequestLane | 'claims';

/**
 * How long a slot is held, even if its process dies: two seconds to wait for it, one for the claim to start, two for
 * its locks and two for its send window.
 */
export const HELD_MS = 7_000;

export interface EndedSlots {
  readonly used: number;
  readonly unused: number;
}

export interface TokenLease {
  /** Number of tokens taken, from 0 to the number wanted. */
  readonly granted: number;
  /** Milliseconds until this lane can get its next token, at the earliest. */
  readonly nextTokenInMs: number;
}

/** The one token bucket that all replicas share. This class is its injection token. */
export abstract class TokenStore {
  /**
   * Takes up to `wanted` available tokens without waiting for more.
   * @throws Error if the store failed; no token then counts as taken
   */
  abstract lease(lane: TokenLane, wanted: number): Promise<TokenLease>;

  abstract giveBack(count: number): Promise<void>;

  /** Stops holding tokens of the lane `claims`: used ones are spent, unused ones are returned. */
  abstract endHeld(slots: EndedSlots): Promise<void>;
}
