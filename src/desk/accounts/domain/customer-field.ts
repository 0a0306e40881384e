/** Payer fields that the interface may require, by its own names. */
export const CUSTOMER_FIELDS = [
  'email',
  'phone',
  'firstName',
  'lastName',
  'birthday',
  'country',
  'city',
  'region',
  'state',
  'postcode',
  'address',
  'ip',
] as const;

export type CustomerField = (typeof CUSTOMER_FIELDS)[number];
