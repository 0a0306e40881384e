import { randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const PREFIX_LENGTH = 10;

const FORM = /^(pk_[a-z]{2,10}_[0-9A-Za-z]{10})_[\w-]{43}_[0-9a-f]{6}$/;

/**
 * A new API key, `pk_live_<id>_<secret>_<checksum>`: 10 alphanumeric characters to recognise it by, 256 random bits, and
 * the first 6 hexadecimal digits of the CRC-32 of everything before, so that secret scanners can tell one from chance.
 */
export function newApiKeyToken(): string {
  const id = Array.from({ length: PREFIX_LENGTH }, () => ALPHANUMERIC.charAt(randomInt(ALPHANUMERIC.length))).join('');
  const body = `pk_live_${id}_${randomBytes(32).toString('base64url')}`;
  return `${body}_${checksumOf(body)}`;
}

/** What may be shown of a key; null for one of another form, of which any part may be the secret. */
export function prefixOf(token: string): string | null {
  const prefix = FORM.exec(token)?.[1];
  if (prefix === undefined) return null;
  const end = token.lastIndexOf('_');
  return checksumOf(token.slice(0, end)) === token.slice(end + 1) ? prefix : null;
}

function checksumOf(body: string): string {
  return crc32(body).toString(16).padStart(8, '0').slice(0, 6);
}
