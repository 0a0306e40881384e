import { createHash } from 'node:crypto';

// A token is 32 bytes in base64url. A service may append a suffix to the address, such as a slash, without changing the
// owner.
const CALLBACK_TOKEN = /\/webhooks\/payouts\/([A-Za-z0-9_-]{43})(?:[/?#]|$)/;

/** Hashes a token for storing: the hash recognises the token, but cannot be turned back into it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns the token in a callback URL of Purser's; null for any other address. */
export function tokenIn(callbackUrl: string | null | undefined): string | null {
  return typeof callbackUrl === 'string' ? (CALLBACK_TOKEN.exec(callbackUrl)?.[1] ?? null) : null;
}

/**
 * Returns whose token the provider shows in the callback URL. `nobody` proves nothing, because services may leave the
 * address out. `another` proves that the payout does not belong to this attempt, whatever else matches.
 */
export function tokenOwner(
  callbackUrl: string | null | undefined,
  attempt: { readonly tokenHash: Buffer },
): 'attempt' | 'another' | 'nobody' {
  const token = tokenIn(callbackUrl);
  if (token === null) return 'nobody';
  return hashToken(token).equals(attempt.tokenHash) ? 'attempt' : 'another';
}
