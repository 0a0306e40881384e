import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/config.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

// Leads every ciphertext, so that a later format or key can be told apart.
const VERSION = 1;

/** Where a sealed value lives. It is bound to that place: pasted into another row or column it does not open. */
export interface SealedPlace {
  readonly table: string;
  readonly column: string;
  readonly rowId: string;
}

/** A sealed value does not open: the key is another one, the value was altered, or it was moved. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError';
}

/**
 * Encrypts single fields at rest with AES-256-GCM under `ENCRYPTION_KEY`, and makes keyed hashes for values that are
 * only ever compared. Every purpose has a key of its own, derived from the one configured.
 */
@Injectable()
export class FieldCipher {
  readonly #sealingKey: Buffer;
  readonly #rootKey: Buffer;
  readonly #hashKeys = new Map<string, Buffer>();

  constructor(config: Config) {
    this.#rootKey = Buffer.from(config.encryptionKey.reveal(), 'base64');
    this.#sealingKey = this.derive('seal');
  }

  seal(plaintext: Buffer | string, place: SealedPlace): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#sealingKey, nonce);
    cipher.setAAD(additionalData(place));
    const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws UnsealError */
  unseal(sealed: Buffer, place: SealedPlace): Buffer {
    const bodyStart = 1 + NONCE_BYTES + TAG_BYTES;
    if (sealed.length < bodyStart || sealed[0] !== VERSION) throw new UnsealError('Unknown sealed format');
    const decipher = createDecipheriv('aes-256-gcm', this.#sealingKey, sealed.subarray(1, 1 + NONCE_BYTES));
    decipher.setAAD(additionalData(place));
    decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, bodyStart));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()]);
    } catch {
      throw new UnsealError(`${place.table}.${place.column} does not open with this ENCRYPTION_KEY`);
    }
  }

  /** HMAC-SHA-256 of a value; equal values of one purpose (a fixed word) give equal hashes on every replica. */
  keyedHash(purpose: string, value: string): Buffer {
    let key = this.#hashKeys.get(purpose);
    if (!key) this.#hashKeys.set(purpose, (key = this.derive(`hash:${purpose}`)));
    return createHmac('sha256', key).update(value).digest();
  }

  private derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#rootKey, Buffer.alloc(0), `purser/${purpose}`, 32));
  }
}

function additionalData(place: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([place.table, place.column, place.rowId, VERSION]));
}
