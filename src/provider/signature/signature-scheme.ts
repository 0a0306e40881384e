import { createHmac } from 'node:crypto';
import type { Secret } from '../../common/secret.js';
import type { ProviderProfileValues } from '../profile/provider-profile.schema.js';

type SchemeValues = ProviderProfileValues['webhookSignature'];

export type DigestScheme = Pick<SchemeValues, 'algorithm' | 'encoding'>;

const HASHES = { 'hmac-sha256': 'sha256', 'hmac-sha512': 'sha512', 'hmac-sha1': 'sha1' } as const;

/** Computes the signature of a content, without a prefix. */
export function digestOf(
  { algorithm, encoding }: DigestScheme,
  secret: Secret,
  content: readonly (string | Uint8Array)[],
): string {
  const hmac = createHmac(HASHES[algorithm], secret.reveal());
  for (const part of content) hmac.update(part);
  return hmac.digest(encoding);
}

/** Returns the signed content for a scheme that includes the time. */
export function timedContent(timestamp: string, body: Uint8Array): readonly (string | Uint8Array)[] {
  return [`${timestamp}.`, body];
}

/** Whether a header can be the time for a scheme that signs it: whole seconds. */
export function isTimestamp(text: string): boolean {
  return /^\d{1,12}$/.test(text);
}
