import type { NotSentReason } from './call-outcome.js';

/**
 * The right to send one change: the circuit was closed, and one of the connections and a slot in the budget are held
 * for it.
 */
export interface SendPermit {
  /**
   * Whether the request may go out now, which uses the slot in the budget up. It is held for longer than a claim and
   * its send window take; false when it was used, or held for too long and must be taken again.
   */
  use(): boolean;
  /** Gives the connection back, and the place that was not used. To be called once it is over, and safe to repeat. */
  end(): void;
}

export interface PermitAnswer {
  readonly permits: readonly SendPermit[];
  /** Why there is none. */
  readonly reason: NotSentReason | null;
}

/**
 * Permits to send changes, to be had before anything is claimed that only a change can end: what is claimed without one
 * may be claimed in vain, again and again. Injectable by its class.
 */
export abstract class SendPermits {
  /**
   * As many as there are, up to `wanted`, and at least one unless none comes free within `waitMs`.
   *
   * @param merchant as in the credentials of the calls
   */
  abstract take(merchant: string, wanted: number, waitMs: number): Promise<PermitAnswer>;
}
