import { type Fields, inputOf, KINDS, type Route } from '../e2e/payout-destinations.table.js';
import { recipient, requisites, UNPRINTABLE, type Violation } from './payout-destinations-violations.js';

const REQUIRED_ALWAYS = ['name', 'requisites', 'userId'];
const REQUIRED_ALSO: Readonly<Record<string, readonly string[]>> = {
  C2C: ['bankName', 'userEmail', 'userPhone', 'userIp'],
  PHONE_TRANSFER: ['bankName'],
};

const requiredOf = ({ currency, paymentType }: Route): readonly string[] => [
  ...REQUIRED_ALWAYS,
  ...(REQUIRED_ALSO[currency === 'BDT' ? 'C2C' : paymentType] ?? []),
];

const MISSING = KINDS.flatMap((route) =>
  requiredOf(route).flatMap((field) =>
    [undefined, null, ''].map((nothing) =>
      recipient({ ...route, field }, nothing, { code: 'FIELD_REQUIRED', provider: `account.${field}` }),
    ),
  ),
);

const FOREIGN = KINDS.flatMap((route) => {
  const taken = [...requiredOf(route), ...(route.paymentType === 'SIM' ? ['userEmail', 'userIp'] : [])];
  return ['bankName', 'userEmail', 'userPhone', 'userIp']
    .filter((field) => !taken.includes(field))
    .map((field) => recipient({ ...route, field }, 'something', { code: 'FIELD_NOT_ALLOWED' }));
});

const EMAILS = [
  ...['ana', '@correio.example', 'ana@', 'ana souza@correio.example', 'ana@@correio.example'].map((value) =>
    recipient(requisites('BRL', 'EMAIL'), value, { code: 'EMAIL_INVALID', provider: 'account.requisites' }),
  ),
  ...['Ana@correio.example', 'ana@correio', `${'a'.repeat(64)}@${'b'.repeat(9)}.example`].map((value) =>
    recipient(requisites('BRL', 'EMAIL'), value, { code: 'EMAIL_INVALID' }),
  ),
  ...['BDT', 'XOF', 'KES'].flatMap((currency) =>
    ['ana', 'ana@correio.example\r\nBcc: x@y.example', `${'a'.repeat(65)}@correio.example`].map((value) =>
      recipient({ currency, paymentType: 'SIM', field: 'userEmail' }, value, { code: 'EMAIL_INVALID' }),
    ),
  ),
];

const ADDRESSES = ['BDT', 'XOF'].flatMap((currency) =>
  ['256.0.0.1', '0x7f.1', '203.0.113.7/32', 'fe80::1%eth0', '[2001:db8::7]', 'localhost', '٢.0.0.1'].map((value) =>
    recipient({ currency, paymentType: 'SIM', field: 'userIp' }, value, { code: 'IP_INVALID' }),
  ),
);

const WALLETS = ['WALLET_X4', 'wallet_x1', 'WALLET_X1 ', 'WALLET_X', '0'].flatMap((value) =>
  ['C2C', 'SIM'].map((paymentType) =>
    recipient({ currency: 'BDT', paymentType, field: 'bankName' }, value, {
      code: 'CHOICE_INVALID',
      provider: 'account.bankName',
    }),
  ),
);

const LOGINS = ['player one', 'pl\u0430yer', 'x'.repeat(129), 'player\n'].map((value) =>
  recipient(requisites('USD', 'ACCOUNT_LOGIN'), value, { code: 'TEXT_INVALID' }),
);

const NAMES = [
  { currency: 'BRL', paymentType: 'EMAIL', field: 'name' },
  { currency: 'XOF', paymentType: 'SIM', field: 'userId' },
  { currency: 'RUB', paymentType: 'PHONE_TRANSFER', field: 'bankName' },
].flatMap((place) =>
  [...UNPRINTABLE, 'n'.repeat(129), 'n'.repeat(100_000)].map((value) =>
    recipient(place, value, { code: 'TEXT_INVALID' }),
  ),
);

const WRONG_TYPES = [4111, true, ['a', 'b'], {}].flatMap((value) =>
  ['name', 'requisites', 'userId'].map((field) =>
    recipient({ currency: 'BRL', paymentType: 'EMAIL', field }, value, {
      code: 'BAD_USER_INPUT',
      provider: `account.${field}`,
    }),
  ),
);

/** All mistakes in a recipient besides those in numbers and keys. */
export const RECIPIENTS: readonly Violation[] = [
  ...MISSING,
  ...FOREIGN,
  ...EMAILS,
  ...ADDRESSES,
  ...WALLETS,
  ...LOGINS,
  ...NAMES,
  ...WRONG_TYPES,
];

/** A payout in which every field is wrong, and the expected problems in the order of the fields. */
export const HOPELESS: { readonly input: Fields; readonly problems: readonly (readonly [string, string])[] } = {
  input: {
    ...inputOf(KINDS.find(({ currency }) => currency === 'BDT')!),
    ...{ idempotencyKey: '', note: 'pri\u0000ze', externalId: ' ', amount: '0.00' },
    recipient: {
      name: '',
      requisites: '5555555555554443',
      bankName: 'WALLET_X4',
      userEmail: 'ana',
      userPhone: '8801912345678',
      userIp: 'localhost',
    },
  },
  problems: [
    ['TEXT_INVALID', 'idempotencyKey'],
    ['TEXT_INVALID', 'note'],
    ['TEXT_INVALID', 'externalId'],
    ['AMOUNT_NOT_POSITIVE', 'amount'],
    ['FIELD_REQUIRED', 'recipient.name'],
    ['CARD_INVALID', 'recipient.requisites'],
    ['FIELD_REQUIRED', 'recipient.userId'],
    ['CHOICE_INVALID', 'recipient.bankName'],
    ['EMAIL_INVALID', 'recipient.userEmail'],
    ['PHONE_INVALID', 'recipient.userPhone'],
    ['IP_INVALID', 'recipient.userIp'],
  ],
};
