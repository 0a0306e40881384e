import { createHash } from 'node:crypto';

// 32 bytes in base64url. A suffix that a service appends to the address, such as a slash, does not change the owner.
const CALLBACK_TOKEN = /\/webhooks\/payouts\/([A-Za-z0-9_-]{43})(?:[/?#]|$)/;

/** The stored form of a token: enough to recognise it, useless to reconstruct it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The token in a Purser callback URL; null for any other address. */
export function tokenIn(callbackUrl: string | null | undefined): string | null {
  return typeof callbackUrl === 'string' ? (CALLBACK_TOKEN.exec(callbackUrl)?.[1] ?? null) : null;
}

/**
 * Returns the owner of the token in a shown callback URL. `nobody` proves nothing, because services leave the address
 * out. `another` proves that the payout is not this attempt's, whatever else matches.
 */
export function tokenOwner(
  callbackUrl: string | null | undefined,
  attempt: { readonly tokenHash: Buffer },
): 'attempt' | 'another' | 'nobody' {
  const token = tokenIn(callbackUrl);
  if (token === null) return 'nobody';
  return hashToken(token).equals(attempt.tokenHash) ? 'attempt' : 'another';
}
