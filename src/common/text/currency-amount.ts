import { type CurrencyCode, minorUnits } from '../currency.js';

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'] as const;

// Longer amounts are not repeated in messages: they may be card numbers typed into the wrong field.
const MAX_WHOLE_DIGITS_REPEATED = 9;

/** Formats an amount with its currency's number of decimals: `77` BRL becomes `77.00`. Extra decimals are kept. */
export function inCurrency<Amount extends string>(amount: Amount, currency: CurrencyCode | null): Amount {
  if (currency === null) return amount;
  const digits = minorUnits(currency);
  const [whole = '', fraction = ''] = amount.split('.');
  if (fraction.length === digits) return amount;
  const padded = fraction.slice(0, digits).padEnd(digits, '0') + fraction.slice(digits).replace(/0+$/, '');
  return (padded === '' ? whole : `${whole}.${padded}`) as Amount;
}

/**
 * Returns the problem with an amount that has more decimals than its currency allows, even if they are zeros; null if
 * there is none. In half the world `1.500` means fifteen hundred, so such an amount is ambiguous. The message shows
 * both spellings.
 * @param currency if null, two decimals are allowed
 */
export function findExcessDecimals(amount: string, currency: CurrencyCode | null): string | null {
  const digits = currency === null ? 2 : minorUnits(currency);
  const [whole = '', fraction = ''] = amount.split('.');
  if (fraction.length <= digits) return null;
  const repeated = whole.length > MAX_WHOLE_DIGITS_REPEATED ? 'The amount' : amount;
  const unit = fraction.length === 1 ? 'decimal' : 'decimals';
  const allowed = currency === null ? 'without a currency it may have two' : `${currency} has ${NUMBERS[digits]}`;
  return `${repeated} has ${NUMBERS[fraction.length] ?? fraction.length} ${unit}, and ${allowed}.${hint(amount, currency, digits)}`;
}

/** Suggests unambiguous spellings: the amount as thousands and, if the extra decimals are zeros, without them. */
function hint(amount: string, currency: CurrencyCode | null, digits: number): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const zeros = digits === 0 ? '' : `.${'0'.repeat(digits)}`;
  const plain = `${whole}${digits === 0 ? '' : `.${fraction.slice(0, digits)}`}`;
  const isExact = /^0*$/.test(fraction.slice(digits));
  const isThousands = /^-?[1-9]\d{0,2}$/.test(whole) && fraction.length === 3;
  const unit = currency === null ? '' : ` ${currency}`;
  if (isThousands) {
    const thousands = `For ${whole},${fraction}${unit} write ${whole}${fraction}${zeros}`;
    return isExact ? ` ${thousands}; for ${trimmed(plain)}${unit} write ${plain}.` : ` ${thousands}.`;
  }
  return isExact && whole.length <= MAX_WHOLE_DIGITS_REPEATED ? ` Write ${plain}.` : '';
}

function trimmed(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
