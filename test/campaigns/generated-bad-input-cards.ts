import fc from 'fast-check';
import {
  digits,
  either,
  refused,
  sprung,
  taken,
  type Trial,
  type Trials,
  uniqueWord,
} from './generated-bad-input-trial.js';
import { texts } from './generated-bad-input-texts.js';

const LONGEST_NAME = 100;

/** Appends the check digit that completes the Luhn sum. */
export function withCheckDigit(digitsBefore: string): string {
  const sum = Array.from(digitsBefore, Number)
    .reverse()
    .reduce((total, digit, index) => {
      const weighted = index % 2 === 0 ? digit * 2 : digit;
      return total + (weighted > 9 ? weighted - 9 : weighted);
    }, 0);
  return `${digitsBefore}${(10 - (sum % 10)) % 10}`;
}

const numberOf = (prefix: string, length: number): fc.Arbitrary<string> =>
  digits(length - prefix.length - 1).map((rest) => withCheckDigit(prefix + rest));

/** Valid numbers of every length, of schemes with security codes of three digits. */
const numbers = fc
  .tuple(fc.constantFrom('4', '51', '55', '62', '2221', '60', '9', '1'), fc.integer({ min: 12, max: 19 }))
  .chain(([prefix, length]) => numberOf(prefix, length));

/** Numbers of common schemes, which count as card numbers wherever they occur. */
export const knownNumbers = fc
  .constantFrom(
    { prefix: '4', length: 16 },
    { prefix: '51', length: 16 },
    { prefix: '54', length: 16 },
    { prefix: '34', length: 15 },
    { prefix: '37', length: 15 },
  )
  .chain(({ prefix, length }) => numberOf(prefix, length));

const inGroups = (separator: string) => (number: string) => number.replace(/(?<=^(?:\d{4})+)(?=\d)/g, separator);

const NOT_ON_CARDS = [
  'x',
  'O',
  '.',
  '/',
  '  ',
  '--',
  '\u00a0',
  '\u2009',
  '\u200f',
  '\n',
  '\u0000',
  '٤',
  '４',
  '*',
  '\ud83d',
];

export const cardNumbers: Trials = fc.oneof(
  { weight: 3, arbitrary: taken(numbers) },
  taken(numbers.map(inGroups(' '))),
  taken(numbers.map(inGroups('-'))),
  { weight: 2, arbitrary: refused(numbers.map(misprint)) },
  { weight: 3, arbitrary: refused(sprung(numbers, NOT_ON_CARDS)) },
  refused(fc.integer({ min: 2, max: 11 }).chain((length) => numberOf('4', length))),
  refused(fc.integer({ min: 20, max: 64 }).chain((length) => numberOf('4', length))),
  refused(fc.integer({ min: 65, max: 200 }).chain((length) => numberOf('4', length))),
  refused(fc.integer({ min: 12, max: 19 }).map((length) => '0'.repeat(length))),
  refused(fc.oneof(fc.maxSafeInteger(), fc.constantFrom(null, true, [], {}, '', 4_111_111_111_111_111))),
  either(fc.string({ unit: 'binary', minLength: 1, maxLength: 64 })),
);

/** Changes the last digit, which the check digit must reveal. */
function misprint(number: string): string {
  return number.slice(0, -1) + String((Number(number.at(-1)) + 1) % 10);
}

const thisYear = new Date().getUTCFullYear() % 100;
const month = fc.integer({ min: 1, max: 12 }).map((number) => String(number).padStart(2, '0'));
const year = (range: { readonly min: number; readonly max: number }): fc.Arbitrary<string> =>
  fc.integer(range).map((number) => String(number).padStart(2, '0'));
// Years that stay clear of today and of the limit, because both move while the test runs.
const ahead = fc.tuple(month, year({ min: thisYear + 1, max: thisYear + 19 })).map((parts) => parts.join('/'));

export const expiryDates: Trials = fc.oneof(
  { weight: 2, arbitrary: taken(ahead) },
  { weight: 2, arbitrary: refused(sprung(ahead, [' ', '/', '\u200f', '\n', '\u0000', '1', 'x', '٣', '２', '-'])) },
  refused(
    fc
      .tuple(ahead, fc.constantFrom('\u2044', '\u2215', '\uff0f', '\u29f8', '-', '.', ' ', '', '//', '\\'))
      .map(([date, slash]) => date.replace('/', slash)),
  ),
  refused(
    fc
      .tuple(fc.constantFrom('00', '13', '20', '99', '1', '001'), year({ min: 30, max: 40 }))
      .map((parts) => parts.join('/')),
  ),
  refused(fc.tuple(month, year({ min: 0, max: thisYear - 1 })).map((parts) => parts.join('/'))),
  refused(fc.tuple(month, year({ min: thisYear + 22, max: 99 })).map((parts) => parts.join('/'))),
  refused(ahead.map((date) => date.replace('/', '/20'))),
  refused(ahead.map((date) => date.split('/').reverse().join('/')).filter((date) => Number(date.slice(0, 2)) > 12)),
  refused(fc.constantFrom('', ' ', 'MM/YY', '12', null, 1239, 12.39, true, {}, ['12/39'])),
);

/** Security codes for a card that has three digits. */
export const securityCodes: Trials = fc.oneof(
  taken(digits(3)),
  refused(digits(4)),
  refused(fc.integer({ min: 1, max: 2 }).chain(digits)),
  refused(fc.integer({ min: 5, max: 200 }).chain(digits)),
  refused(sprung(digits(3), [' ', '.', '-', '\u200f', '\n', '\u0000', 'x', '٣', '３', '²', '\ud83d'])),
  refused(fc.constantFrom('١٢٣', '１２３', 'abc', '***', '[secret]', '', null, 123, 12.3, true, {}, ['123'])),
);

// A name with digits is refused, because they may be the number or the code in the wrong field.
const withoutDigits = ({ value, expected }: Trial): Trial =>
  typeof value === 'string' && expected === 'taken' && /\p{Nd}/u.test(value)
    ? { value, expected: 'refused' }
    : { value, expected };

export const cardholderNames: Trials = fc.oneof(
  { weight: 4, arbitrary: texts(LONGEST_NAME).map(withoutDigits) },
  taken(fc.constantFrom('ADA LOVELACE', "Anne-Marie O'Neill", 'Żaneta Ćwik', 'José', 'Jose\u0301', '王小明', 'عمر')),
  refused(fc.tuple(uniqueWord, fc.integer({ min: 1, max: 4 }).chain(digits)).map((parts) => parts.join(' '))),
  refused(fc.tuple(uniqueWord, knownNumbers).map((parts) => parts.join(' '))),
  refused(fc.tuple(uniqueWord, fc.constantFrom('١٢٣', '１２３', '१२३', '𝟏𝟐𝟑')).map((parts) => parts.join(' '))),
  refused(fc.constantFrom(null, 0, 123, true, {}, [])),
);

/** Card numbers within texts, as people write them. */
export const typedNumbers: Trials = refused(
  fc
    .tuple(
      fc.oneof(knownNumbers, knownNumbers.map(inGroups(' ')), knownNumbers.map(inGroups('-'))),
      fc.constantFrom('', 'card ', 'N°: ', '(', 'カード：', '💳', '#', 'pan='),
      fc.constantFrom('', ' exp 12/39', ')', '.', ' 👍', ';'),
    )
    .map(([number, before, behind]) => `${before}${number}${behind}`),
);

/** Codes as banks send them, and values that no bank sends. */
export const smsCodes: Trials = fc.oneof(
  { weight: 2, arbitrary: taken(fc.stringMatching(/^[0-9A-Za-z]{3,12}$/)) },
  {
    weight: 4,
    arbitrary: refused(sprung(digits(6), [' ', '-', '.', '\u200f', '\n', '\u0000', '٣', '３', 'é', '\ud83d'])),
  },
  refused(fc.integer({ min: 1, max: 2 }).chain(digits)),
  refused(fc.integer({ min: 13, max: 64 }).chain(digits)),
  refused(fc.integer({ min: 65, max: 200 }).chain(digits)),
  refused(knownNumbers),
  refused(
    fc.constantFrom('', '١٢٣٤٥٦', '１２３４５６', '[secret]', '{{7*7}}', null, 123_456, 12.3, true, {}, ['123456']),
  ),
);
