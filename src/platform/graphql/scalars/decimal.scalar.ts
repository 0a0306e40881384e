import { parseDecimal } from '../../../common/decimal.js';
import { createStringScalar } from './string-scalar.js';

/**
 * Money and other exact amounts. Rejects JSON numbers, because the parser has already rounded them (`9007199254740993`
 * arrives as `...992`), and the rounding cannot be detected afterwards.
 */
export const DecimalScalar = createStringScalar({
  name: 'Decimal',
  description: 'An exact decimal as a string, such as "1050.00". JSON numbers are rejected.',
  rule:
    'must be an exact decimal in a string, such as "1050.00": at most 12 digits before the point and 4 after it, ' +
    'without sign, exponent, separators or leading zeros',
  parse: parseDecimal,
  print: (value) => (typeof value === 'string' ? parseDecimal(value) : null),
});
