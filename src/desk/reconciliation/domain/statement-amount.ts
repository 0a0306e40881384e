import { type CurrencyCode, minorUnits } from '../../../common/currency.js';
import { type DecimalString, parseDecimal } from '../../../common/decimal.js';

export type AmountReading =
  | { readonly kind: 'amount'; readonly amount: DecimalString }
  /** The end of a sentence that starts with the column's name. */
  | { readonly kind: 'problem'; readonly rule: string };

// Spaces, including non-breaking ones, and apostrophes between thousands, which some languages use instead of points
// and commas.
const BLANKS = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;

const AMBIGUOUS =
  'can be read as thousands or as three decimals. Write it without a separator of thousands, such as 1500.00.';

const NO_AMOUNT = 'must be an amount such as 1050.00 or 1.050,00, without sign and currency.';

/**
 * Parses an amount in the spreadsheet format of any language: with a decimal point or comma, thousands separators, and
 * zeros beyond the currency's digits. An ambiguous amount is a problem.
 */
export function readStatementAmount(text: string, currency: CurrencyCode | null): AmountReading {
  const plain = text.replaceAll(BLANKS, '');
  if (mayBeThousands(plain, currency)) return { kind: 'problem', rule: AMBIGUOUS };
  const decimal = toDecimal(plain);
  const amount = decimal === null ? null : parseDecimal(decimal.replace(/^(\d+\.\d{4})0+$/, '$1'));
  return amount === null ? { kind: 'problem', rule: NO_AMOUNT } : { kind: 'amount', amount };
}

/** Normalises an amount to digits with a decimal point; null if the text is not an amount. */
function toDecimal(text: string): string | null {
  if (/^\d+$/.test(text)) return text;
  const [decimals] = text.match(/[.,](?=[^.,]*$)/) ?? [];
  if (decimals === undefined) return null;
  const thousands = decimals === '.' ? ',' : '.';
  const [whole = '', fraction = ''] = splitAtLast(text, decimals);
  const isGrouped = /^\d{1,3}([.,]\d{3})+$/.test(whole);
  if (!/^\d+$/.test(fraction)) return null;
  if (isGrouped) {
    // `1.050,00` has two kinds of separators, but `1.050.000` has only one.
    if (!whole.includes(decimals)) return `${whole.replaceAll(thousands, '')}.${fraction}`;
    return fraction.length === 3 && !whole.includes(thousands) ? `${whole.replaceAll(decimals, '')}${fraction}` : null;
  }
  return /^\d+$/.test(whole) ? `${whole}.${fraction}` : null;
}

function mayBeThousands(text: string, currency: CurrencyCode | null): boolean {
  const hasThree = currency !== null && minorUnits(currency) === 3;
  return !hasThree && /^[1-9]\d{0,2}[.,]\d{3}$/.test(text);
}

function splitAtLast(text: string, separator: string): readonly string[] {
  const at = text.lastIndexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}
