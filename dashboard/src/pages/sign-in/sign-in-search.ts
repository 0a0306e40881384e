/** Reasons why a user returns from the identity provider without a session. */
export const SIGN_IN_PROBLEMS = ['EXPIRED', 'REFUSED', 'UNAVAILABLE'] as const;

export interface SignInSearch {
  /** The page to open afterwards, as a path relative to the dashboard's base. */
  readonly to?: string;
  readonly problem?: (typeof SIGN_IN_PROBLEMS)[number];
}
