import { Injectable } from '@nestjs/common';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import { CUSTOMER_KEYS, type CustomerKeys } from '../domain/customer-keys.js';

// Half of the hash. That is enough for the values in one installation never to collide, and keeps the index small.
const HASH_BYTES = 16;

/** Makes the keyed hashes by which orders are found by their payer: stored with an order, and compared in a search. */
@Injectable()
export class CustomerHashes {
  constructor(private readonly cipher: FieldCipher) {}

  /** Returns one hash for each value. The same text has different hashes as an e-mail address, phone number or id. */
  of(keys: CustomerKeys): Buffer[] {
    return CUSTOMER_KEYS.flatMap((key) => {
      const value = keys[key];
      return value === undefined ? [] : [this.cipher.keyedHash(`customer-${key}`, value).subarray(0, HASH_BYTES)];
    });
  }

  /** Returns the keyed hash of a search, for the audit log. */
  ofSearch(text: string): Buffer {
    return this.cipher.keyedHash('customer-search', text.trim().toLowerCase());
  }
}
