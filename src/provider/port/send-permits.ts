import type { NotSentReason } from './call-outcome.js';

/** The right to send one change: the circuit was closed, and a connection and a slot of the request budget are held. */
export interface SendPermit {
  /**
   * Uses the budget slot, and returns whether the request may be sent now. False if the slot was already used, or held
   * longer than a claim and its send window take; then take another permit.
   */
  use(): boolean;
  /** Returns the connection and an unused slot. Call it when the send is over; safe to repeat. */
  end(): void;
}

export interface PermitAnswer {
  readonly permits: readonly SendPermit[];
  readonly reason: NotSentReason | null;
}

/**
 * Permits to send changes. Take one before claiming anything that only a change can end, or claims may be made in vain
 * again and again. Injectable by its class.
 */
export abstract class SendPermits {
  /**
   * Takes up to `wanted` permits, and at least one unless none is free within `waitMs`.
   * @param merchant as in the credentials of the calls
   */
  abstract take(merchant: string, wanted: number, waitMs: number): Promise<PermitAnswer>;
}
