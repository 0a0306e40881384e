import { parseEmail, parsePhone } from '../../common/text/contact.js';
import { maskIdentifier } from '../../common/text/identifier-mask.js';
import type { Customer } from './customer.js';

/** The details of a payer by which orders can be found. */
export const CUSTOMER_KEYS = ['email', 'phone', 'customerId'] as const;

export type CustomerKey = (typeof CUSTOMER_KEYS)[number];

/** The payer's details by which an order can be found. Details that were not given are absent. */
export type CustomerKeys = Readonly<Partial<Record<CustomerKey, string>>>;

/** Returns the payer's details from a request, in the form in which they are compared. */
export function customerKeysOf({
  customer,
  customerId,
}: {
  customer: Customer;
  customerId: string | null;
}): CustomerKeys {
  const { email, phone } = customer;
  return {
    ...(email !== undefined && { email: parseEmail(email) ?? email }),
    ...(phone !== undefined && { phone: parsePhone(phone) ?? phone }),
    ...(customerId !== null && { customerId }),
  };
}

/**
 * Returns the details that a search text may be: any text may be a customer id, but only a complete e-mail address or
 * phone number is taken for one.
 */
export function customerKeysNamedBy(text: string): CustomerKeys {
  const [email, phone, customerId] = [parseEmail(text), parsePhone(text), text.trim()];
  return { ...(email !== null && { email }), ...(phone !== null && { phone }), customerId };
}

export function maskCustomer(keys: CustomerKeys): CustomerKeys | null {
  const masked = Object.entries(keys).map(([key, value]) => [key, maskIdentifier(value)] as const);
  return masked.length === 0 ? null : Object.fromEntries(masked);
}
