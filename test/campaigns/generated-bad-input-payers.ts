import fc from 'fast-check';
import { digits, either, refused, sprung, taken, type Trials, uniqueWord } from './generated-bad-input-trial.js';
import { texts } from './generated-bad-input-texts.js';

const LONGEST_TEXT = 200;

/** Mobile numbers in the formats of Russia, Portugal, Côte d'Ivoire, Senegal, Germany and Kenya; `#` is any digit. */
const mobile = fc
  .constantFrom('+79#########', '+3519########', '+22507########', '+22177#######', '+49151########', '+2547########')
  .chain((form) => digits(form.split('#').length - 1).map((rest) => form.replace(/#+/, rest)));

const NOT_DIALLED = [
  ...[' ', '-', '.', '(0)', '\u00a0', '\u200e', '\u200f', '\u202d', '\u2011', '\u200b', '\n', '\u0000', '/', ',', '#'],
  ...['x5', ';ext=5', ' ext. 5', 'A', 'О', '٣', '３', '+', '*', '<b>', '%20', '\ud83d'],
];

const phones: Trials = fc.oneof(
  { weight: 2, arbitrary: taken(mobile) },
  { weight: 4, arbitrary: refused(sprung(mobile, NOT_DIALLED)) },
  refused(mobile.map((number) => number.slice(1))),
  refused(mobile.map((number) => `00${number.slice(1)}`)),
  refused(mobile.map((number) => `tel:${number}`)),
  refused(mobile.map((number) => number.replace('+', '\uff0b'))),
  refused(mobile.map((number) => number.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))))),
  refused(fc.integer({ min: 16, max: 60 }).chain((count) => digits(count).map((rest) => `+${rest}`))),
  // Whether such a number is valid depends on the country's table.
  either(fc.integer({ min: 1, max: 15 }).chain((count) => digits(count).map((rest) => `+${rest}`))),
  either(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 })),
);

const mailbox = uniqueWord.map((word) => `${word}@shop.example`);

const NOT_MAILED = [
  ...[
    ' ',
    '\t',
    '\r\nBcc: x@y.example',
    '\u0000',
    '@',
    ',',
    ';',
    '<',
    '>',
    '(',
    '"',
    '\\',
    '\u200f',
    '\u202e',
    'é',
    '𝒶',
  ],
  ...['..', ':', '\ud800'],
];

const emails: Trials = fc.oneof(
  taken(mailbox),
  taken(mailbox.map((address) => address.replace('@', '+tag.x_y@sub-1.'))),
  { weight: 4, arbitrary: refused(sprung(mailbox, NOT_MAILED)) },
  refused(mailbox.map((address) => address.replace('shop.example', 'localhost'))),
  refused(mailbox.map((address) => address.replace('shop.example', '[203.0.113.9]'))),
  refused(mailbox.map((address) => address.replace('@', `${'a'.repeat(60)}@`))),
  refused(mailbox.map((address) => address.replace('.example', '.x'.repeat(130)))),
  refused(mailbox.map((address) => `Ada <${address}>`)),
  // Not every address that the RFC allows is accepted.
  either(fc.emailAddress()),
);

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date(Date.now() - 86_400_000), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const birthdays: Trials = fc.oneof(
  { weight: 2, arbitrary: taken(day) },
  refused(sprung(day, [' ', '\n', '\u200f', '/', '.', '+', 'T00:00', '٣', '１', '\u0000', '--'])),
  refused(day.map((text) => text.replaceAll('-', '/'))),
  refused(day.map((text) => text.split('-').reverse().join('-'))),
  refused(day.map((text) => `${text}T00:00:00Z`)),
  refused(day.map((text) => `18${text.slice(2)}`)),
  refused(fc.integer({ min: 2_100, max: 9_999 }).map((year) => `${year}-01-31`)),
  refused(fc.constantFrom('1985-02-30', '1900-02-29', '1985-04-31', '1985-13-01', '1985-00-01', '1985-01-00')),
  either(fc.stringMatching(/^(19|20)\d\d-[0-3]\d-[0-3]\d$/)),
);

const countries: Trials = fc.oneof(
  taken(fc.constantFrom('PT', 'RU', 'CI', 'SN', 'BR', 'BD', 'DE', 'KE')),
  refused(sprung(fc.constantFrom('PT', 'BR'), [' ', '\u0000', '\u200f', 'X', '1', '-', '\n'])),
  refused(fc.stringMatching(/^[a-z]{2,3}$/)),
  refused(fc.constantFrom('ＰＴ', '🇵🇹', 'РТ', 'PRT', '620', 'UK', 'EU', 'XX', 'constructor')),
  either(fc.stringMatching(/^[A-Z]{2}$/)),
);

/** Addresses in networks that no payer can be in. */
const within = (network: string): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)).map((rest) => `${network}.${rest.join('.')}`);

const addresses: Trials = fc.oneof(
  { weight: 2, arbitrary: either(fc.ipV4()) },
  { weight: 2, arbitrary: either(fc.ipV6()) },
  either(fc.ipV4Extended()),
  refused(sprung(fc.ipV4(), [' ', '/24', ':80', '%eth0', '\u200f', '\u0000', '٣', '..', '\n', ',', '[', '０'])),
  refused(fc.constantFrom('10', '127', '0', '224', '255').chain(within)),
  refused(fc.ipV6().map((address) => `[${address}]`)),
  refused(fc.ipV6().map((address) => `${address}%eth0`)),
);

/** The values to try for each field of a payer, and the number of runs. */
export const PAYER_TRIALS: readonly (readonly [field: string, trials: Trials, runs: number])[] = [
  ['phone', phones, 60],
  ['email', emails, 30],
  ['birthday', birthdays, 25],
  ['country', countries, 20],
  ['ip', addresses, 25],
  ...(['firstName', 'lastName', 'city', 'region', 'state', 'postcode', 'address'] as const).map(
    (field) => [field, texts(LONGEST_TEXT), 10] as const,
  ),
];
