/**
 * Who waits for a request: one that changes something there, a person at a checkout or in the dashboard, a scheduled tick, or nobody that Purser knows. The
 * last one gets what the others leave.
 */
export type RequestLane = 'changes' | 'interactive' | 'background' | 'unverified';

export type BudgetAnswer =
  | 'granted'
  /** No place became free in time, or too many wait already. */
  | 'exhausted'
  /** The store of the budget did not answer properly. */
  | 'unavailable';

/** The right to send requests to the provider, shared by every replica. Injectable by its class. */
export abstract class RequestBudget {
  /**
   * Takes the right to send one request; it is to be used at once. Never rejects: whoever is not granted does not
   * send, which is always safe.
   *
   * @param waitMs how long to wait for a place at most
   */
  abstract take(lane: RequestLane, waitMs: number): Promise<BudgetAnswer>;

  /**
   * Takes the right to send up to `wanted` requests: as many as there are, as soon as there is one.
   *
   * @returns how many, or why none
   */
  abstract takeUpTo(
    lane: RequestLane,
    wanted: number,
    waitMs: number,
  ): Promise<number | Exclude<BudgetAnswer, 'granted'>>;

  /** Gives back what was taken and not used. Never fails: what is lost comes in again by itself. */
  abstract giveBack(count: number): void;
}
