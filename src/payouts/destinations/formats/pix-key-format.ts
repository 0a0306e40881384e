import type { PayoutPaymentType } from '../../../provider/profile/payout-destination.js';
import { pixEmailFormat } from './email-format.js';
import { type FieldFormat, fieldFormat } from './field-format.js';
import { phoneFormat } from './mobile-number-format.js';
import { cnpjFormat, cpfFormat } from './tax-id-format.js';

// The PIX directory issues version 4 and compares keys as text, so the same UUID in another case would be another key,
// or none.
const RANDOM_KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const randomKeyFormat = fieldFormat({
  kind: 'UUID',
  rule: 'a random PIX key: a UUID of version 4 in lower case',
  example: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
  code: 'PIX_KEY_INVALID',
  canonical: (text) => (RANDOM_KEY.test(text) ? text : null),
});

export type PixKeyType = Extract<PayoutPaymentType, 'EMAIL' | 'PHONE' | 'CPF' | 'CNPJ' | 'RANDOM_KEY'>;

const formats: Readonly<Record<PixKeyType, FieldFormat>> = {
  EMAIL: pixEmailFormat,
  PHONE: phoneFormat({ countries: ['BR'], home: 'Brazil', example: '+5511961234567' }),
  CPF: cpfFormat,
  CNPJ: cnpjFormat,
  RANDOM_KEY: randomKeyFormat,
};

export const PIX_KEY_TYPES = Object.keys(formats) as PixKeyType[];

/**
 * A PIX key of one type. If the text is a key of another type, the refusal names that type. Purser never corrects the
 * type: a person who chose the wrong type may also have the wrong key.
 */
export function pixKeyFormat(type: PixKeyType): FieldFormat {
  const format = formats[type];
  return {
    ...format,
    parse: (text) => {
      const verdict = format.parse(text);
      if (verdict.ok) return verdict;
      const actual = PIX_KEY_TYPES.find((other) => formats[other].parse(text).ok);
      if (actual === undefined) return verdict;
      return { ok: false, code: 'PIX_KEY_MISMATCH', complaint: `has the form of a key of the payment type ${actual}` };
    },
  };
}
