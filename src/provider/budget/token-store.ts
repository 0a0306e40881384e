import type { EndedSlots, RequestLane } from './request-budget.js';

/** The tokens of `claims` are held until their claim is committed; those of all other lanes are used at once. */
export type TokenLane = RequestLane | 'claims';

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
