export type ApiKeyStatus = 'PENDING' | 'ACTIVE' | 'EXPIRED' | 'REVOKED' | 'REPLACED';

/** A day, as with every decision that takes two people. */
export const CONFIRM_WITHIN_HOURS = 24;

/** What decides whether a key opens anything. */
export interface ApiKeyState {
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly replacedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** What has become of a key at a moment; only an ACTIVE one opens anything. */
export function statusOf(key: ApiKeyState, now: Date): ApiKeyStatus {
  if (key.revokedAt) return 'REVOKED';
  if (key.replacedAt) return 'REPLACED';
  if (key.expiresAt && key.expiresAt <= now) return 'EXPIRED';
  if (key.confirmedAt) return 'ACTIVE';
  return now.getTime() - key.createdAt.getTime() < CONFIRM_WITHIN_HOURS * 3_600_000 ? 'PENDING' : 'EXPIRED';
}
