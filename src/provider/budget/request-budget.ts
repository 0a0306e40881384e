/**
 * Who waits for a request: one that changes something there, a person at a checkout or in the dashboard, a scheduled
 * tick, or nobody that Purser knows. The last one gets what the others leave.
 */
export type RequestLane = 'changes' | 'interactive' | 'background' | 'unverified';

export type BudgetAnswer =
  | 'granted'
  /** No slot became free in time, or too many wait already. */
  | 'exhausted'
  /** The store of the budget did not answer properly. */
  | 'unavailable';

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

/** The right to send requests to the provider, shared by every replica. Injectable by its class. */
export abstract class RequestBudget {
  /**
   * Takes the right to send one request; it is to be used at once. Never rejects: whoever is not granted does not
   * send, which is always safe.
   *
   * @param waitMs how long to wait for a slot at most
   */
  abstract take(lane: RequestLane, waitMs: number): Promise<BudgetAnswer>;

  /**
   * Holds slots for up to `wanted` claims: as many as there are, as soon as there is one. They may be used within
   * `HELD_MS` of this call, at any moment, and no second is crowded by it.
   *
   * @returns how many, or why none
   */
  abstract hold(wanted: number, waitMs: number): Promise<number | Exclude<BudgetAnswer, 'granted'>>;

  /** Ends the holding of slots. Never fails: what is lost ends by itself after `HELD_MS`. */
  abstract endHeld(slots: EndedSlots): void;
}
