export type ApiKeyStatus = 'PENDING' | 'ACTIVE' | 'EXPIRED' | 'REVOKED' | 'REPLACED';

/** One day for each step, as for every change request: to confirm a key, and then to redeem it. */
export const PENDING_HOURS = 24;

export interface ApiKeyState {
  /** Null until the key has a secret. */
  readonly keyHash: Buffer | null;
  readonly createdAt: Date;
  readonly confirmedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly replacedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** The status of a key at the given time. Only ACTIVE keys are valid. */
export function statusOf(key: ApiKeyState, now: Date): ApiKeyStatus {
  if (key.revokedAt) return 'REVOKED';
  if (key.replacedAt) return 'REPLACED';
  if (key.expiresAt && key.expiresAt <= now) return 'EXPIRED';
  if (key.confirmedAt && key.keyHash) return 'ACTIVE';
  const waitsSince = key.confirmedAt ?? key.createdAt;
  return now.getTime() - waitsSince.getTime() < PENDING_HOURS * 3_600_000 ? 'PENDING' : 'EXPIRED';
}
