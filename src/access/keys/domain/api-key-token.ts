import { randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const PREFIX_LENGTH = 10;

const FORM = /^(pk_[a-z]{2,10}_[0-9A-Za-z]{10})_[\w-]{43}_[0-9a-f]{6}$/;

/** Creates a key's prefix, `pk_live_<id>`. The id has 10 alphanumeric characters by which people recognise the key. */
export function newApiKeyPrefix(): string {
  const id = Array.from({ length: PREFIX_LENGTH }, () => ALPHANUMERIC.charAt(randomInt(ALPHANUMERIC.length))).join('');
  return `pk_live_${id}`;
}

/**
 * Creates a key, `<prefix>_<secret>_<checksum>`. The secret has 256 random bits. The checksum is the first 6
 * hexadecimal digits of the CRC-32 of everything before it, by which secret scanners recognise keys.
 */
export function newApiKeyToken(prefix: string): string {
  const body = `${prefix}_${randomBytes(32).toString('base64url')}`;
  return `${body}_${checksumOf(body)}`;
}

/** Creates one of the two halves that redeem a key. `pk1_…` and `pk2_…` look like keys, but do not work as keys. */
export function newApiKeyHalf(prefix: string, which: 1 | 2): string {
  return newApiKeyToken(prefix.replace(/^pk/, `pk${which}`));
}

/** The part of a key that may be shown. Null for an unknown format, because any part of it may be secret. */
export function prefixOf(token: string): string | null {
  const prefix = FORM.exec(token)?.[1];
  if (prefix === undefined) return null;
  const end = token.lastIndexOf('_');
  return checksumOf(token.slice(0, end)) === token.slice(end + 1) ? prefix : null;
}

function checksumOf(body: string): string {
  return crc32(body).toString(16).padStart(8, '0').slice(0, 6);
}
