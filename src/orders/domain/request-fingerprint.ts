import { canonicalDecimal } from '../../common/decimal.js';
import type { OrderRequest } from './new-order.js';

/** A keyed hash of each field of a request, by the field's name; a field that was not given is left out. */
export type RequestFingerprint = Readonly<Record<string, string>>;

/**
 * Lets two requests with one idempotency key be compared field by field later, without keeping what was asked.
 * Amounts count by value: `10.5` and `10.50` are the same request.
 */
export function fingerprintRequest(request: OrderRequest, hash: (value: string) => string): RequestFingerprint {
  const { idempotencyKey: _key, accountId: _account, amount, ...others } = request;
  const fields: Record<string, string | null> = { ...others, amount: canonicalDecimal(amount) };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (value === null ? [] : [[field, hash(`${field}=${value}`)]])),
  );
}

/** The fields in which two requests differ, by name. */
export function differingFields(left: RequestFingerprint, right: RequestFingerprint): string[] {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].filter((name) => left[name] !== right[name]).sort();
}
