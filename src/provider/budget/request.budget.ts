/** Who waits for a request: a person at a checkout or in the dashboard, or a scheduled tick. */
export type RequestLane = 'interactive' | 'background';

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
}
