import { randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Creates an API key, `pk_dev_<id>_<secret>_<checksum>`: a lookup id of 10 alphanumeric characters, 256 random bits,
 * and the first 6 hexadecimal digits of the CRC-32 of everything before. The checksum distinguishes a mistyped key from
 * a revoked one and lets secret scanners recognise keys.
 */
export function createApiKey(): string {
  const id = Array.from({ length: 10 }, () => ALPHANUMERIC.charAt(randomInt(ALPHANUMERIC.length))).join('');
  const body = `pk_dev_${id}_${randomBytes(32).toString('base64url')}`;
  return `${body}_${checksumOf(body)}`;
}

/** Returns the checksum of everything before the last underscore. */
export function checksumOf(body: string): string {
  return crc32(body).toString(16).padStart(8, '0').slice(0, 6);
}
