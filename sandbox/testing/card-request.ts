type Fields = Readonly<Record<string, unknown>>;

/** A card that succeeds without an SMS code, changed by these fields. */
export function cardRequest(fields: Fields = {}): Fields {
  return {
    cardNumber: '4111111111111111',
    expiryDate: '12/79',
    cardholderName: 'ADA LOVELACE',
    cvv: '8642',
    ...fields,
  };
}

/** A customer with every field that any terminal may require, changed by these. */
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
