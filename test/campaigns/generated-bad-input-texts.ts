import fc from 'fast-check';
import { digits, either, refused, sprung, taken, type Trials, uniqueWord } from './generated-bad-input-trial.js';

/** Characters that people cannot see, or that PostgreSQL cannot store. */
const UNPRINTABLE = [
  ...['\u0000', '\u0007', '\b', '\t', '\n', '\r', '\r\n', '\u001b[31m', '\u007f', '\u0085'],
  ...['\u00ad', '\u200b', '\u200c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069', '\u2028', '\u2029'],
  ...['\ufeff', '\ufff9', '\u{e0067}', '\ud83d', '\ude00', '\udfff\ud800'],
];

/** Texts that are dangerous only where they are executed or rendered, so they are accepted. */
const HARMLESS = [
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '&lt;', '${7*7}', '{{7*7}}', '#{7}', '%00', '%s%n'],
  ...[
    '=HYPERLINK("https://x.example","y")',
    '+cmd',
    '-2+3',
    '@SUM(A1)',
    `'; DROP TABLE orders; --`,
    '\\u0000',
    '\\',
    '"',
  ],
  ...['👩‍👩‍👧‍👦', '👨‍💻', '❤️', 'é', 'e\u0301', 'ﬁ', 'Ω', 'Å', 'Раураl', 'ａ', 'ß', 'İ', 'العربية', 'עברית', '日本語', 'z̷̛̗a'],
  ...[
    '../../etc/passwd',
    '$(id)',
    '`id`',
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'NaN',
    '🏳️‍🌈',
    '\ue000',
    '\uffff',
  ],
];

const sandwich = (...fillings: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(uniqueWord, ...fillings).map((parts) => parts.join(''));

/** Texts for a field that accepts 1 to `longest` printable characters. */
export function texts(longest: number): Trials {
  const filler = (length: number): fc.Arbitrary<string> =>
    uniqueWord.map((word) => word.padEnd(length, 'x').slice(0, Math.max(length, word.length)));
  return fc.oneof(
    refused(sprung(uniqueWord, UNPRINTABLE)),
    taken(sandwich(fc.constantFrom(...HARMLESS), uniqueWord)),
    taken(fc.tuple(fc.constantFrom(...HARMLESS), uniqueWord).map((parts) => parts.join(''))),
    refused(fc.tuple(uniqueWord, fc.constantFrom(' ', '\u00a0', '\u3000')).map((parts) => parts.join(''))),
    refused(fc.tuple(fc.constantFrom(' ', '\u2003', '\ufeff'), uniqueWord).map((parts) => parts.join(''))),
    taken(fc.integer({ min: 20, max: longest }).chain(filler)),
    refused(fc.integer({ min: longest + 1, max: longest + 3 }).chain(filler)),
    refused(fc.integer({ min: longest + 1, max: 50_000 }).chain(filler)),
    either(sandwich(fc.string({ unit: 'binary', maxLength: 40 }))),
    either(sandwich(fc.string({ unit: 'grapheme', maxLength: 20 }), uniqueWord)),
    either(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), uniqueWord).map((parts) => parts.join(''))),
    refused(fc.constantFrom('', ' ', '\u200d', '\u200b', '\u3000')),
  );
}

const positive = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999_999 }), fc.option(fc.integer({ min: 1, max: 2 }).chain(digits)))
  .map(([whole, fraction]) => (fraction === null ? `${whole}` : `${whole}.${fraction}`));

const NO_DIGITS = [
  ...['e2', 'E5', ' ', '\u00a0', '\u2009', ',', '_', '+', '-', '\u2212', '٣', '４', '७', '²', '½', 'x', '\n', '\u0000'],
  ...["'", '$', '€', '%', '\u200f', '\ud800', '..', '.0.'],
];

/** Amounts as GraphQL variables, for an order in the terminal's currency. */
export const amounts: Trials = fc.oneof(
  { weight: 3, arbitrary: taken(positive) },
  { weight: 3, arbitrary: refused(sprung(positive, NO_DIGITS)) },
  refused(positive.map((amount) => `0${amount}`)),
  refused(positive.map((amount) => `${amount.split('.')[0] ?? ''}.`)),
  refused(positive.map((amount) => `.${amount.replace('.', '')}`)),
  // Without a currency, two decimals are allowed: `1.500` might mean fifteen hundred.
  refused(
    fc
      .tuple(positive, fc.integer({ min: 3, max: 4 }).chain(digits))
      .map(([amount, more]) => `${amount.split('.')[0] ?? ''}.${more}`),
  ),
  refused(fc.tuple(positive, digits(5)).map(([amount, more]) => `${amount.split('.')[0] ?? ''}.${more}`)),
  refused(fc.integer({ min: 13, max: 2_000 }).map((length) => '7'.repeat(length))),
  refused(fc.constantFrom('0', '0.0', '0.0000', '-0', '1e21', '0x10', 'NaN', 'Infinity', '-Infinity', '10n', '')),
  // Numbers, because JSON may have rounded them.
  refused(fc.oneof(fc.double(), fc.integer(), fc.maxSafeInteger(), fc.constant(9_007_199_254_740_992))),
  refused(fc.constantFrom(null, true, false, ['10.50'], { value: '10.50' }, [], {})),
  either(fc.stringMatching(/^[0-9.eE+, -]{1,18}$/)),
);

/** Amounts as number literals. A document keeps them as text, but they must be refused all the same. */
export const numberLiterals: Trials = refused(
  fc.oneof(
    fc.constantFrom('9007199254740993', '12345678901234567.89', '1e400', '-0', '0.1', '10.50', '1E5', '4173'),
    fc.integer({ min: 1, max: 999_999 }).map(String),
    fc.stringMatching(/^-?(0|[1-9]\d{0,15})(\.\d{1,6})?([eE][+-]?\d{1,3})?$/),
  ),
);
