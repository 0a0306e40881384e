/** Fields that the interface may want to know of a payer, by the interface's own names. */
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
