import { randomInt } from 'node:crypto';

/** One way to write a secret, and the bytes that reveal it. */
export interface Trace {
  readonly form: string;
  readonly bytes: Buffer;
}

// Shorter texts occur by chance among a database's ids and times.
const MIN_LENGTH = 12;

// Fifteen digits fill six bytes, which do not occur by chance; nineteen may not fit into an 8-byte integer.
const NUMBER = /^[1-9]\d{14,17}$/;

/** A secret that only one test knows: finding it anywhere means that it leaked. */
export class Canary {
  /** Every form to search for. Compressed or encrypted forms are not found. */
  readonly traces: readonly Trace[];

  /** @throws Error if the text is so short that it occurs by chance */
  constructor(readonly text: string) {
    if (text.length < MIN_LENGTH) throw new Error(`A canary has at least ${MIN_LENGTH} characters`);
    this.traces = distinct(writingsOf(text));
  }

  /** Generates a card number with a valid check digit, different in each run. */
  static cardNumber({ prefix = '4', length = 16 } = {}): Canary {
    const drawn = Array.from({ length: length - prefix.length - 1 }, () => randomInt(10));
    const digits = `${prefix}${drawn.join('')}`;
    return new Canary(`${digits}${luhnDigit(digits)}`);
  }
}

function writingsOf(text: string): Trace[] {
  const bytes = Buffer.from(text);
  const groups = text.match(/.{1,4}/gsu) ?? [];
  return [
    trace('plain', text),
    trace('with spaces', groups.join(' ')),
    trace('with dashes', groups.join('-')),
    ...[0, 1, 2].flatMap((shift) => {
      const base64 = base64At(bytes, shift);
      return [trace('base64', base64), trace('base64', base64.replaceAll('+', '-').replaceAll('/', '_'))];
    }),
    trace('hex', bytes.toString('hex')),
    trace('hex', bytes.toString('hex').toUpperCase()),
    // Without its last byte, which is zero for ASCII, the text also matches in the other byte order.
    { form: 'UTF-16', bytes: Buffer.from(text, 'utf16le').subarray(0, -1) },
    trace('JSON', JSON.stringify(text).slice(1, -1)),
    trace(
      'JSON escapes',
      codeUnitsOf(text)
        .map((codeUnit) => `\\u${codeUnit}`)
        .join(''),
    ),
    trace('percent escapes', Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
    ...(NUMBER.test(text) ? numbersOf(text) : []),
  ];
}

const codeUnitsOf = (text: string): string[] =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0'));

const trace = (form: string, text: string): Trace => ({ form, bytes: Buffer.from(text) });

/** Returns the base64 of the bytes after `shift` others, without the characters that depend on the neighbours. */
function base64At(bytes: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  return encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
}

/** Returns the digits in the forms in which databases and programs store numbers. */
function numbersOf(digits: string): Trace[] {
  const integer = Buffer.alloc(8);
  integer.writeBigUInt64BE(BigInt(digits));
  const float = Buffer.alloc(8);
  float.writeDoubleBE(Number(digits));
  // PostgreSQL's numeric: four digits in two bytes.
  const groups = digits.padStart(Math.ceil(digits.length / 4) * 4, '0').match(/\d{4}/g) ?? [];
  const numeric = Buffer.alloc(groups.length * 2);
  groups.forEach((group, at) => numeric.writeInt16BE(Number(group), at * 2));
  return [
    ...bothOrders('integer', integer),
    ...bothOrders('floating point', float),
    { form: 'numeric', bytes: numeric },
    { form: 'numeric', bytes: Buffer.from(numeric).swap16() },
  ];
}

/**
 * Returns both byte orders without zeros at the ends: a search that begins with a zero stops at every byte of an empty
 * page.
 */
function bothOrders(form: string, bigEndian: Buffer): Trace[] {
  const first = bigEndian.findIndex((byte) => byte !== 0);
  const last = bigEndian.findLastIndex((byte) => byte !== 0);
  const significant = bigEndian.subarray(first, last + 1);
  return [
    { form, bytes: significant },
    { form, bytes: Buffer.from(significant).reverse() },
  ];
}

/** Keeps the first of equal traces, which has the simplest name. */
function distinct(traces: readonly Trace[]): Trace[] {
  return [...new Map(traces.toReversed().map((one) => [one.bytes.toString('latin1'), one])).values()].toReversed();
}

/** Returns the check digit, with which the Luhn sum (ISO/IEC 7812) is a multiple of ten. */
function luhnDigit(digits: string): number {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((total, digit, place) => total + (place % 2 === 0 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]! : digit), 0);
  return (10 - (sum % 10)) % 10;
}
