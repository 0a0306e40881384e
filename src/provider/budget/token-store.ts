/**
 * Who waits for a request: a change, a person at a checkout or in the dashboard, a scheduled tick, or no one Purser
 * knows. The last lane gets what the others leave.
 */
export type RequestLane = 'changes' | 'interactive' | 'background' | 'unverified';

/** Tokens of `claims` are held until their claim commits; those of all other lanes are used at once. */
export type TokenLane = RequestLane | 'claims';

/**
 * How long a slot is held, also if its process dies: two seconds to wait for it, one for the claim's turn, two for its
 * locks and two for its send window.
 */
export const HELD_MS = 7_000;

export interface EndedSlots {
  readonly used: number;
  readonly unused: number;
}

export interface TokenLease {
  /** Number of tokens taken, from 0 to the number wanted. */
  readonly granted: number;
  /** Milliseconds until this lane can get a token at the earliest. */
  readonly nextTokenInMs: number;
}

/** The one token bucket of all replicas. Injectable by its class. */
export abstract class TokenStore {
  /**
   * Takes up to `wanted` available tokens without waiting for more.
   * @throws Error if the store failed; no token counts as taken then
   */
  abstract lease(lane: TokenLane, wanted: number): Promise<TokenLease>;

  abstract giveBack(count: number): Promise<void>;

  /** Ends the holding of tokens of `claims`: used ones are spent, unused ones are returned. */
  abstract endHeld(slots: EndedSlots): Promise<void>;
}
