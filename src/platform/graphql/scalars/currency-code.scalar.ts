import { parseCurrencyCode } from '../../../common/currency.js';
import { createStringScalar } from './string-scalar.js';

/** The code of a currency. Codes for metals, funds and testing (`XAU`, `XXX`) are rejected. */
export const CurrencyCodeScalar = createStringScalar({
  name: 'CurrencyCode',
  description: 'An active ISO 4217 alpha-3 currency code, such as "KES".',
  rule: 'must be an active ISO 4217 currency code of three capital letters',
  parse: parseCurrencyCode,
  print: (value) => (typeof value === 'string' ? parseCurrencyCode(value) : null),
});
