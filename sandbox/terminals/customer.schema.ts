import { isIP } from 'node:net';
import { z } from 'zod';

const text = z.string({ error: 'must be a string' }).optional();

/**
 * Payer details: every field that the interface names for any variant, all strings. The terminal decides which are
 * required. Unknown fields are ignored and not stored.
 */
export const customerSchema = z.object({
  email: text,
  phone: text,
  firstName: text,
  lastName: text,
  birthday: text,
  country: text,
  city: text,
  region: text,
  state: text,
  postcode: text,
  address: text,
  ip: text,
});

export type Customer = z.infer<typeof customerSchema>;

export const customerFieldSchema = customerSchema.keyof();

export type CustomerField = z.infer<typeof customerFieldSchema>;

/** Formats that the interface documents. An e-mail address only needs text on both sides of the @. */
const forms: Readonly<Partial<Record<CustomerField, { fits: (value: string) => boolean; rule: string }>>> = {
  email: { fits: (value) => /^[^\s@]+@[^\s@]+$/.test(value), rule: 'must be an e-mail address' },
  birthday: { fits: (value) => z.iso.date().safeParse(value).success, rule: 'must be YYYY-MM-DD' },
  country: { fits: (value) => /^[A-Z]{2}$/.test(value), rule: 'must be two upper-case letters' },
  ip: { fits: (value) => isIP(value) !== 0, rule: 'must be an IP address' },
};

/** Returns the first required field that is missing, blank or malformed, with the reason; null if all are valid. */
export function customerProblem({
  customer,
  required,
}: {
  customer: Customer;
  required: readonly CustomerField[];
}): { readonly field: CustomerField; readonly rule: string } | null {
  for (const field of required) {
    const value = customer[field] ?? '';
    if (value.trim() === '') return { field, rule: 'is required' };
    const form = forms[field];
    if (form !== undefined && !form.fits(value)) return { field, rule: form.rule };
  }
  return null;
}
