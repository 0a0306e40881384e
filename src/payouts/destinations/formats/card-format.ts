import { parseCardNumber } from '../../../common/text/card-number.js';
import { fieldFormat } from './field-format.js';

export const cardFormat = fieldFormat({
  kind: 'CARD',
  rule: 'a card number of 12 to 19 digits without spaces, the last being its check digit',
  example: '4111111111111111',
  code: 'CARD_INVALID',
  canonical: (text) => (parseCardNumber(text) === text ? text : null),
});
