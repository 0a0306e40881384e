import { parseSignedDecimal } from '../../../common/signed-decimal.js';
import { createStringScalar } from './string-scalar.js';

/** For balances and differences, which may be negative, and larger than any single amount. */
export const SignedDecimalScalar = createStringScalar({
  name: 'SignedDecimal',
  description: 'An exact decimal as a string that may be negative, such as "-12.50". JSON numbers are rejected.',
  rule:
    'must be an exact decimal in a string, such as "-12.50": at most 18 digits before the point and 4 after it, ' +
    'without plus sign, exponent, separators or leading zeros',
  parse: parseSignedDecimal,
  print: (value) => (typeof value === 'string' ? parseSignedDecimal(value) : null),
});
