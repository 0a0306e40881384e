/** Finds the attempt of a callback token. Declared here, and registered by the feature that issues them. */
export interface CallbackTokens {
  /** The attempt of the token; null if it was never issued. */
  findAttemptId(token: string): Promise<string | null>;
  /**
   * Reports a signed webhook at an unknown token about an unknown object: the database has lost a payout, unless its
   * partition was detached. Must be safe to call again for the same event.
   */
  reportLostAttempt(webhook: { readonly eventId: string; readonly providerObjectId: string | null }): Promise<void>;
}
