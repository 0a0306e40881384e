import { type CurrencyCode, minorUnits } from '../currency.js';

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'] as const;

// Nobody mistakes a longer one, and a card number typed into the wrong field has more digits.
const MAX_WHOLE_DIGITS_REPEATED = 9;

/** An amount with the digits of its currency: `77` BRL is `77.00`. A value that needs more digits keeps them. */
export function inCurrency<Amount extends string>(amount: Amount, currency: CurrencyCode | null): Amount {
  if (currency === null) return amount;
  const digits = minorUnits(currency);
  const [whole = '', fraction = ''] = amount.split('.');
  if (fraction.length === digits) return amount;
  const padded = fraction.slice(0, digits).padEnd(digits, '0') + fraction.slice(digits).replace(/0+$/, '');
  return (padded === '' ? whole : `${whole}.${padded}`) as Amount;
}

/**
 * The problem with an amount that is written with more decimals than its currency has, zeros included, or null. In half
 * the world `1.500` is fifteen hundred, so nobody can tell what it means; the sentence says how both are written.
 *
 * @param currency null where it is not known: then as most have it, with two
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

/** How the amount could have been written: as thousands, and as what the decimals say where they say no more than zero. */
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
