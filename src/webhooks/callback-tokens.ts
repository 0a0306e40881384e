/** Knows which attempt a callback token was issued for. Declared here and registered by the feature that issues them. */
export interface CallbackTokens {
  /** The attempt that the token was issued for, or null when nobody issued it. */
  findAttemptId(token: string): Promise<string | null>;
}
