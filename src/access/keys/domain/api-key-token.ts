import { randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const PREFIX_LENGTH = 10;

const FORM = /^(pk_[a-z]{2,10}_[0-9A-Za-z]{10})_[\w-]{43}_[0-9a-f]{6}$/;

/** Creates a key's prefix, `pk_live_<id>`, with 10 alphanumeric characters to recognise it by. */
export function newApiKeyPrefix(): string {
  const id = Array.from({ length: PREFIX_LENGTH }, () => ALPHANUMERIC.charAt(randomInt(ALPHANUMERIC.length))).join('');
  return `pk_live_${id}`;
}

/**
 * Creates a key, `<prefix>_<secret>_<checksum>`: 256 random bits, and the first 6 hexadecimal digits of the CRC-32 of
 * everything before, so that secret scanners can recognise keys.
 */
export function newApiKeyToken(prefix: string): string {
  const body = `${prefix}_${randomBytes(32).toString('base64url')}`;
  return `${body}_${checksumOf(body)}`;
}

/** Creates one of the two halves that redeem a key. `pk1_…` and `pk2_…` look like keys, but are none. */
export function newApiKeyHalf(prefix: string, which: 1 | 2): string {
  return newApiKeyToken(prefix.replace(/^pk/, `pk${which}`));
}

/** The part of a key that may be shown; null for an unknown form, of which any part may be secret. */
export function prefixOf(token: string): string | null {
  const prefix = FORM.exec(token)?.[1];
  if (prefix === undefined) return null;
  const end = token.lastIndexOf('_');
  return checksumOf(token.slice(0, end)) === token.slice(end + 1) ? prefix : null;
}

function checksumOf(body: string): string {
  return crc32(body).toString(16).padStart(8, '0').slice(0, 6);
}
