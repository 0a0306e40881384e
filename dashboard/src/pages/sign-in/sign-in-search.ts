/** Why somebody comes back from the identity provider without a session. */
export const SIGN_IN_PROBLEMS = ['EXPIRED', 'REFUSED', 'UNAVAILABLE'] as const;

/** The address of the sign-in. */
export interface SignInSearch {
  /** The page to show afterwards, without the base of the dashboard. */
  readonly to?: string;
  readonly problem?: (typeof SIGN_IN_PROBLEMS)[number];
}
