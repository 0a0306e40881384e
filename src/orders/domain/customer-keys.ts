import { parseEmail, parsePhone } from '../../common/text/contact.js';
import { maskIdentifier } from '../../common/text/identifier-mask.js';
import type { Customer } from './customer.js';

/** What payers are found by. */
export const CUSTOMER_KEYS = ['email', 'phone', 'customerId'] as const;

export type CustomerKey = (typeof CUSTOMER_KEYS)[number];

/** The values of an order by which its payer is found; absent if not given. */
export type CustomerKeys = Readonly<Partial<Record<CustomerKey, string>>>;

/** Returns the payer of a request, in the spelling that is compared. */
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
 * Returns what a whole text may be of a payer. Any text may be the id of a customer, but only a whole e-mail address or
 * phone number is one.
 */
export function customerKeysNamedBy(text: string): CustomerKeys {
  const [email, phone, customerId] = [parseEmail(text), parsePhone(text), text.trim()];
  return { ...(email !== null && { email }), ...(phone !== null && { phone }), customerId };
}

export function maskCustomer(keys: CustomerKeys): CustomerKeys | null {
  const masked = Object.entries(keys).map(([key, value]) => [key, maskIdentifier(value)] as const);
  return masked.length === 0 ? null : Object.fromEntries(masked);
}
