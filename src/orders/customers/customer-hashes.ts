import { Injectable } from '@nestjs/common';
import { FieldCipher } from '../../platform/database/encryption/field-cipher.js';
import { CUSTOMER_KEYS, type CustomerKeys } from '../domain/customer-keys.js';

// Half of the hash: two values of one installation never collide, and the index stays small.
const HASH_BYTES = 16;

/** Makes the keyed hashes by which payers are found, when an order is created and when someone searches. */
@Injectable()
export class CustomerHashes {
  constructor(private readonly cipher: FieldCipher) {}

  /** Returns a hash for each value. Equal texts of different kinds have different hashes. */
  of(keys: CustomerKeys): Buffer[] {
    return CUSTOMER_KEYS.flatMap((key) => {
      const value = keys[key];
      return value === undefined ? [] : [this.cipher.keyedHash(`customer-${key}`, value).subarray(0, HASH_BYTES)];
    });
  }

  /** Keyed hash of a search, which the audit log keeps. */
  ofSearch(text: string): Buffer {
    return this.cipher.keyedHash('customer-search', text.trim().toLowerCase());
  }
}
