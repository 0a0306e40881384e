import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/config.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

// Enough to tell a handful of keys apart, and too little to reveal anything about a key.
const KEY_ID_BYTES = 4;

// First byte of every ciphertext, so that a later format can be recognised.
const FORMAT = 2;
const PREFIX_BYTES = 1 + KEY_ID_BYTES;

/**
 * Where a sealed value is stored. The value is bound to that place: it does not open if it is moved to another row or
 * column.
 */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly rowId: string;
}

/** A sealed value cannot be opened, because its key is missing or the value was altered or moved. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError';
}

/**
 * Encrypts single fields at rest with AES-256-GCM under `ENCRYPTION_KEY`, and decrypts values sealed with that key or
 * one of `ENCRYPTION_KEYS_READABLE`. Also makes keyed hashes under `HASH_KEY` for values that are only compared. Hashes
 * cannot be recomputed, so that key stays the same when the other one is rotated. A separate key for each purpose is
 * derived from one of the two.
 */
@Injectable()
export class FieldCipher {
  readonly currentPrefix: Buffer;
  readonly #sealingKeys = new Map<string, Buffer>();
  readonly #hashRoot: Buffer;
  readonly #hashKeys = new Map<string, Buffer>();

  constructor({ encryption }: Config) {
    const [writing, ...readable] = [encryption.key, ...encryption.readableKeys].map((key) =>
      Buffer.from(key.reveal(), 'base64'),
    );
    if (!writing) throw new Error('There is no key to seal with');
    for (const root of [writing, ...readable])
      this.#sealingKeys.set(prefixOf(root).toString('hex'), derive(root, 'seal'));
    this.currentPrefix = prefixOf(writing);
    this.#hashRoot = Buffer.from((encryption.hashKey ?? encryption.key).reveal(), 'base64');
  }

  seal(plaintext: Buffer | string, place: SealedColumn): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keyOf(this.currentPrefix, place), nonce);
    cipher.setAAD(additionalData(place));
    const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return Buffer.concat([this.currentPrefix, nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws UnsealError if the value cannot be opened */
  unseal(sealed: Buffer, place: SealedColumn): Buffer {
    const tagStart = PREFIX_BYTES + NONCE_BYTES;
    const bodyStart = tagStart + TAG_BYTES;
    if (sealed.length < bodyStart || sealed[0] !== FORMAT) throw new UnsealError('Unknown sealed format');
    const key = this.keyOf(sealed.subarray(0, PREFIX_BYTES), place);
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(PREFIX_BYTES, tagStart));
    decipher.setAAD(additionalData(place));
    decipher.setAuthTag(sealed.subarray(tagStart, bodyStart));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()]);
    } catch {
      throw new UnsealError(`${place.table}.${place.column} was altered or moved`);
    }
  }

  /** Computes the HMAC-SHA-256 of a value. Equal values for the same purpose have equal hashes on every replica. */
  keyedHash(purpose: string, value: string): Buffer {
    let key = this.#hashKeys.get(purpose);
    if (!key) this.#hashKeys.set(purpose, (key = derive(this.#hashRoot, `hash:${purpose}`)));
    return createHmac('sha256', key).update(value).digest();
  }

  private keyOf(prefix: Buffer, { table, column }: SealedColumn): Buffer {
    const key = this.#sealingKeys.get(prefix.toString('hex'));
    if (key) return key;
    throw new UnsealError(
      `${table}.${column} opens neither with ENCRYPTION_KEY nor with one of ENCRYPTION_KEYS_READABLE`,
    );
  }
}

function prefixOf(root: Buffer): Buffer {
  return Buffer.concat([Buffer.of(FORMAT), derive(root, 'key-id').subarray(0, KEY_ID_BYTES)]);
}

function derive(root: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', root, Buffer.alloc(0), `purser/${purpose}`, 32));
}

function additionalData(place: SealedColumn): Buffer {
  return Buffer.from(JSON.stringify([place.table, place.column, place.rowId, FORMAT]));
}
