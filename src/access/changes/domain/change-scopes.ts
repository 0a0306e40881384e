import type { Scope } from '../../scopes/scopes.js';
import type { ChangeKind } from './change-request.js';

interface ChangeScopes {
  /** Any of these scopes is enough to see requests of this kind. */
  readonly seenWith: readonly Scope[];
  /** All of these scopes are required to confirm one, in addition to `changes:confirm`. */
  readonly confirmedWith: readonly Scope[];
}

/**
 * The scopes required to see and to confirm each kind of change. If money moves, the second person must be an approver
 * of payouts: two operators must not be able to settle something that needs an approver.
 */
export const CHANGE_SCOPES: Readonly<Record<ChangeKind, ChangeScopes>> = {
  API_KEY: { seenWith: ['keys:manage', 'keys:confirm'], confirmedWith: ['keys:confirm'] },
  PERSON: { seenWith: ['keys:manage', 'keys:confirm'], confirmedWith: ['keys:confirm'] },
  PAYOUT_GATE: { seenWith: ['payouts:read', 'payouts:gate'], confirmedWith: ['payouts:gate', 'payouts:approve'] },
  PAYOUT_POLICY: { seenWith: ['payouts:read', 'policies:change'], confirmedWith: ['policies:change'] },
  PAYOUT_LIMIT: { seenWith: ['payouts:read', 'policies:change'], confirmedWith: ['policies:change'] },
  RECIPIENT_READINGS: { seenWith: ['payouts:unmask', 'policies:change'], confirmedWith: ['policies:change'] },
  UNCONFIRMED_PAYOUT: {
    seenWith: ['payouts:read', 'payouts:resolve'],
    confirmedWith: ['payouts:resolve', 'payouts:approve'],
  },
  LOST_PAYMENT: {
    seenWith: ['payouts:read', 'payouts:resolve'],
    confirmedWith: ['payouts:resolve', 'payouts:approve'],
  },
  UNCONFIRMED_ORDER: { seenWith: ['orders:refresh'], confirmedWith: ['orders:refresh'] },
};

export function kindsSeenWith(scopes: ReadonlySet<string>): ChangeKind[] {
  const kinds = Object.keys(CHANGE_SCOPES) as ChangeKind[];
  return kinds.filter((kind) => CHANGE_SCOPES[kind].seenWith.some((scope) => scopes.has(scope)));
}

export function scopeMissingFor(kind: ChangeKind, scopes: ReadonlySet<string>): Scope | null {
  return CHANGE_SCOPES[kind].confirmedWith.find((scope) => !scopes.has(scope)) ?? null;
}
