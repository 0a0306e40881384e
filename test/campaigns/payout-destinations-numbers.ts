import { KINDS } from '../e2e/payout-destinations.table.js';
import { recipient, requisites, titleOf, type Violation } from './payout-destinations-violations.js';

const arabic = (phone: string): string => phone.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'.charAt(Number(digit)));
const wide = (phone: string): string => phone.replace(/\d/g, (digit) => '０１２３４５６７８９'.charAt(Number(digit)));
const put = (phone: string, at: number, text: string): string => `${phone.slice(0, at)}${text}${phone.slice(at)}`;

/** Ways to misspell a phone number. Those marked `both` are refused by the provider, too. */
const MISSPELLINGS: readonly (readonly [string, (phone: string) => string, 'both' | 'Purser'])[] = [
  ['with spaces', (phone) => put(phone, 5, ' '), 'both'],
  ['with a hyphen', (phone) => put(phone, 7, '-'), 'both'],
  ['with brackets', (phone) => put(put(phone, 6, ')'), 3, '('), 'both'],
  ['with letters', (phone) => `${phone.slice(0, -3)}ABC`, 'both'],
  ['with an extension', (phone) => `${phone}x5`, 'both'],
  ['as a link', (phone) => `tel:${phone}`, 'both'],
  ['in Arabic digits', arabic, 'both'],
  ['in wide digits', wide, 'both'],
  ['with a direction mark', (phone) => `${phone}\u200f`, 'both'],
  ['with a line end', (phone) => `${phone}\n`, 'both'],
  ['with a NUL', (phone) => `${phone}\u0000`, 'both'],
  ['with two pluses', (phone) => `++${phone}`, 'both'],
  ['a digit short', (phone) => phone.slice(0, -1), 'Purser'],
  ['a digit too long', (phone) => `${phone}0`, 'Purser'],
  ['longer than any number', (phone) => `${phone}${'0'.repeat(16)}`, 'both'],
  ['with a trunk prefix', (phone) => put(phone, phone.startsWith('+') ? 3 : 2, '0'), 'Purser'],
  ['as it is dialled from abroad', (phone) => `00${phone.replace('+', '')}`, 'Purser'],
];

const PHONES = KINDS.filter(({ paymentType }) => ['SIM', 'PHONE', 'PHONE_TRANSFER'].includes(paymentType)).flatMap(
  (route) => {
    const place = requisites(route.currency, route.paymentType);
    const phone = route.recipient['requisites']!;
    const isPlain = !phone.startsWith('+');
    const other = isPlain ? `+${phone}` : phone.slice(1);
    const foreign = isPlain ? '351912345678' : '+351912345678';
    return [
      ...MISSPELLINGS.map(([title, misspell, who]) =>
        recipient(place, misspell(phone), {
          code: 'PHONE_INVALID',
          provider: who === 'both' ? 'account.requisites' : undefined,
          title,
        }),
      ),
      // The provider's document asks for digits only for mobile money. Elsewhere services differ, and Purser has one
      // format.
      recipient(place, other, {
        code: 'PHONE_INVALID',
        provider: isPlain ? 'account.requisites' : undefined,
        title: isPlain ? 'with a plus' : 'without its plus',
      }),
      recipient(place, foreign, {
        code: 'PHONE_INVALID',
        // For mobile money the provider blames the service, because it belongs to another country.
        provider: isPlain ? 'serviceId' : 'account.requisites',
        title: 'of another country',
      }),
    ];
  },
);

const USER_PHONES = MISSPELLINGS.map(([title, misspell]) =>
  recipient({ currency: 'BDT', paymentType: 'C2C', field: 'userPhone' }, misspell('+8801912345678'), {
    code: 'PHONE_INVALID',
    title,
  }),
);

const LANDLINES = [
  recipient(requisites('RUB', 'PHONE_TRANSFER'), '+74951234567', {
    code: 'PHONE_INVALID',
    provider: 'account.requisites',
  }),
  recipient(requisites('BRL', 'PHONE'), '+551131234567', { code: 'PHONE_INVALID' }),
  recipient(requisites('XOF', 'SIM'), '221338201234', { code: 'PHONE_INVALID' }),
];

const SUCCESSORS: Readonly<Record<string, string>> = { 9: '0', A: 'B', B: 'C', C: 'D', D: 'E', E: 'F' };

/** Returns the number with each of its characters changed in turn. Check digits miss some changes of letters. */
const mutations = (number: string): string[] =>
  Array.from(number, (character, place) => {
    const next = SUCCESSORS[character] ?? String(Number(character) + 1);
    return `${number.slice(0, place)}${next}${number.slice(place + 1)}`;
  });

const taxIds = (paymentType: string, values: readonly string[], provider?: string): Violation[] =>
  values.map((value) => recipient(requisites('BRL', paymentType), value, { code: 'TAX_ID_INVALID', provider }));

const TAX_IDS = [
  ...taxIds('CPF', mutations('11144477735')),
  ...taxIds('CNPJ', [...mutations('11444777000161'), ...mutations('12ABC34501DE35')]),
  ...taxIds(
    'CPF',
    Array.from('0123456789', (digit) => digit.repeat(11)),
  ),
  ...taxIds(
    'CNPJ',
    Array.from('0123456789', (digit) => digit.repeat(14)),
  ),
  // A key has no punctuation, although people write it.
  ...taxIds('CPF', ['111.444.777-35', '111444777-35']),
  ...taxIds('CNPJ', ['11.444.777/0001-61', '12.ABC.345/01DE-35']),
  ...taxIds(
    'CPF',
    ['1114447773', '111444777350', ' 11144477735', '11144477735\n', '１1144477735', 'CPF'],
    'account.requisites',
  ),
  ...taxIds(
    'CNPJ',
    ['1144477700016', '12abc34501de35', '12ABC34501DEE5', '11444777000161 ', '12ABС34501DE35'],
    'account.requisites',
  ),
];

const KEYS: Readonly<Record<string, string>> = {
  EMAIL: 'rui.lima@correio.example',
  PHONE: '+5531987654321',
  CPF: '52998224725',
  CNPJ: '11222333000181',
  RANDOM_KEY: '6f1c1b9e-3c7a-4a52-9d0e-2b8f4d1e7a90',
};

// To the provider, eleven digits may also be a Brazilian phone number.
const TOLD_APART_BY_PURSER_ONLY = 'PHONE CPF';

const MIX_UPS = Object.keys(KEYS).flatMap((said) =>
  Object.keys(KEYS)
    .filter((actual) => actual !== said)
    .map((actual) =>
      recipient(requisites('BRL', said), KEYS[actual], {
        code: 'PIX_KEY_MISMATCH',
        provider: `${said} ${actual}` === TOLD_APART_BY_PURSER_ONLY ? undefined : 'account.requisites',
        title: `which is of type ${actual}`,
      }),
    ),
);

const RANDOM_KEYS = [
  ...['random', '6f1c1b9e3c7a4a529d0e2b8f4d1e7a90', '{6f1c1b9e-3c7a-4a52-9d0e-2b8f4d1e7a90}'].map((key) => ({
    key,
    provider: 'account.requisites',
  })),
  // A UUID of version 1, of no version, and in capital letters. The PIX directory would find another key or none.
  ...['6f1c1b9e-3c7a-1a52-9d0e-2b8f4d1e7a90', '6f1c1b9e-3c7a-4a52-cd0e-2b8f4d1e7a90'].map((key) => ({ key })),
  { key: KEYS['RANDOM_KEY']!.toUpperCase() },
].map(({ key, ...provider }) =>
  recipient(requisites('BRL', 'RANDOM_KEY'), key, { code: 'PIX_KEY_INVALID', ...provider }),
);

const CARDS = [
  ...['5555555555554443', '0000000000000000'].map((value) => ({ value })),
  ...['5555 5555 5555 4444', '5555-5555-5555-4444', '55555555555', `${'5'.repeat(19)}4444`, '５555555555554444'].map(
    (value) => ({ value, provider: 'account.requisites' }),
  ),
].map(({ value, ...provider }) =>
  recipient(requisites('BDT', 'C2C'), value, { code: 'CARD_INVALID', title: titleOf(value), ...provider }),
);

/** All mistakes in the phone number, key or card that receives the money. */
export const NUMBERS: readonly Violation[] = [
  ...PHONES,
  ...USER_PHONES,
  ...LANDLINES,
  ...TAX_IDS,
  ...MIX_UPS,
  ...RANDOM_KEYS,
  ...CARDS,
];
