import { canonicalDecimal } from '../../common/decimal.js';
import { type FieldFingerprint, fingerprintFields } from '../../common/field-fingerprint.js';
import type { OrderRequest } from './new-order.js';

/** The fingerprint of what is asked; amounts count by value: `10.5` and `10.50` are the same request. */
export function fingerprintRequest(request: OrderRequest, hash: (value: string) => string): FieldFingerprint {
  const { idempotencyKey: _key, accountId: _account, amount, ...others } = request;
  return fingerprintFields({ ...others, amount: canonicalDecimal(amount) }, hash);
}
