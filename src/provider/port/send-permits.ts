import type { NotSentReason } from './call-outcome.js';

/**
 * The permission to send one change. While it lasts, a connection and a slot of the request budget are held for it; the
 * circuit was closed when it was granted.
 */
export interface SendPermit {
  /**
   * Uses the budget slot and returns whether the request may be sent now. Returns false if the slot was already used,
   * or was held longer than a claim and its send window take; the caller then needs another permit.
   */
  use(): boolean;
  /** Returns the connection, and the slot if unused. Call it when sending is over; calling it again is harmless. */
  end(): void;
}

export interface PermitAnswer {
  readonly permits: readonly SendPermit[];
  readonly reason: NotSentReason | null;
}

/**
 * Grants permits to send changes. Take one before claiming anything that only a change can complete, because without a
 * permit the claim would be for nothing, time after time. This class is its injection token.
 */
export abstract class SendPermits {
  /**
   * Takes up to `wanted` permits. Waits up to `waitMs` for the first one, so the result may be empty.
   * @param merchant as in the credentials of the calls
   */
  abstract take(merchant: string, wanted: number, waitMs: number): Promise<PermitAnswer>;
}
