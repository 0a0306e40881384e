/**
 * Knows which attempt a callback token was issued for. Declared here and registered by the feature that issues them.
 */
export interface CallbackTokens {
  /** The attempt that the token was issued for, or null when nobody issued it. */
  findAttemptId(token: string): Promise<string | null>;
  /**
   * Is told of a webhook with a valid signature at a token that nobody issued, and about no object that is known: a
   * Purser payout that the database has lost, unless its partition was detached. Must be safe to call again for the
   * same event.
   */
  reportLostAttempt(webhook: { readonly eventId: string; readonly providerObjectId: string | null }): Promise<void>;
}
