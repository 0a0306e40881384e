/**
 * Finds the attempt that a callback token was issued for. Declared here, and registered by the feature that issues the
 * tokens.
 */
export interface CallbackTokens {
  /** Returns the id of the attempt that the token was issued for; null if no such token was issued. */
  findAttemptId(token: string): Promise<string | null>;
  /**
   * Reports a signed webhook with an unknown token that names an unknown object: the database has lost a payout, unless
   * the payout's partition was detached. Must be safe to call again for the same event.
   */
  reportLostAttempt(webhook: { readonly eventId: string; readonly providerObjectId: string | null }): Promise<void>;
}
