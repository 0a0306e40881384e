type Fields = Readonly<Record<string, unknown>>;

/** Builds a card that succeeds without an SMS code. Overrides the given fields. */
export function cardRequest(fields: Fields = {}): Fields {
  return {
    cardNumber: '4111111111111111',
    expiryDate: '12/79',
    cardholderName: 'ADA LOVELACE',
    cvv: '8642',
    ...fields,
  };
}

/** Builds a customer with every field that a terminal may require. Overrides the given fields. */
export function customerRequest(fields: Fields = {}): Fields {
  return {
    email: 'ada@example.test',
    phone: '+351210000000',
    firstName: 'Ada',
    lastName: 'Lovelace',
    birthday: '1985-12-10',
    country: 'PT',
    city: 'Lisboa',
    region: 'Lisboa',
    state: 'Lisboa',
    postcode: '1100-001',
    address: 'Rua Um 1',
    ip: '192.0.2.7',
    ...fields,
  };
}
