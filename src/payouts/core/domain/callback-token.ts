import { createHash } from 'node:crypto';

// 32 bytes in base64url. Whatever a service appends to an address, such as a slash, does not make it another's.
const CALLBACK_TOKEN = /\/webhooks\/payouts\/([A-Za-z0-9_-]{43})(?:[/?#]|$)/;

/** The stored form of a token: enough to recognise it, nothing to make it from. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The token in a callback URL of Purser's; null for any other address and for none. */
export function tokenIn(callbackUrl: string | null | undefined): string | null {
  return typeof callbackUrl === 'string' ? (CALLBACK_TOKEN.exec(callbackUrl)?.[1] ?? null) : null;
}

/**
 * Whose token a shown callback URL carries. `nobody` proves nothing, as services leave the address out; `another`
 * proves that what is shown is not this attempt's, whatever else of it fits.
 */
export function tokenOwner(
  callbackUrl: string | null | undefined,
  attempt: { readonly tokenHash: Buffer },
): 'attempt' | 'another' | 'nobody' {
  const token = tokenIn(callbackUrl);
  if (token === null) return 'nobody';
  return hashToken(token).equals(attempt.tokenHash) ? 'attempt' : 'another';
}
