/** The payer's fields, named as in the provider's interface, each with a sentence for people. */
export const CUSTOMER_FIELDS = {
  email: 'The e-mail address.',
  phone: 'The phone number with country code, such as +491701234567.',
  firstName: 'The first name.',
  lastName: 'The last name.',
  birthday: 'The date of birth, YYYY-MM-DD.',
  country: 'The two-letter ISO 3166-1 country code.',
  city: 'The city.',
  region: 'The state or region, for payments by card.',
  state: 'The state or region, for payments by wallet.',
  postcode: 'The postal code.',
  address: 'The street address.',
  ip: "The public IP address of the payer's own device, not of the merchant's server.",
} as const;

export type CustomerField = keyof typeof CUSTOMER_FIELDS;
