/** A payer with every field that any terminal may require. */
export const PAYER = {
  email: 'ada@shop.example',
  phone: '+351210000000',
  firstName: 'Ada',
  lastName: 'Lovelace',
  birthday: '1985-12-10',
  country: 'PT',
  city: 'Lisboa',
  region: 'Estremadura',
  state: 'Lisboa district',
  postcode: '1100-001',
  address: 'Rua Um 1',
  ip: '81.2.69.142',
} as const;

export type PayerField = keyof typeof PAYER;

/** Returns the payer with only these fields. */
export function payerWith(fields: readonly PayerField[]): Partial<typeof PAYER> {
  return Object.fromEntries(fields.map((field) => [field, PAYER[field]]));
}

/** Returns the payer with these fields except one. */
export function payerWithout(missing: PayerField, fields: readonly PayerField[]): Partial<typeof PAYER> {
  return payerWith(fields.filter((field) => field !== missing));
}

interface WalletVariant {
  readonly walletVariant: string;
  readonly words: { readonly WALLET1: string; readonly WALLET2: string };
  readonly fields: readonly PayerField[];
}

/** The ways in which a terminal's wallets may be connected, from the table in the provider's document. */
export const WALLET_VARIANTS: readonly WalletVariant[] = [
  {
    walletVariant: 'STANDARD',
    words: { WALLET1: 'wallet1-pay', WALLET2: 'wallet2-pay' },
    fields: ['country', 'email', 'firstName', 'lastName', 'ip'],
  },
  {
    walletVariant: 'FULL_BILLING',
    words: { WALLET1: 'WALLET1PAY', WALLET2: 'WALLET2PAY' },
    fields: ['email', 'phone', 'firstName', 'lastName', 'country', 'city', 'state', 'postcode', 'address'],
  },
  { walletVariant: 'EMAIL_ONLY', words: { WALLET1: 'wallet1_pay', WALLET2: 'wallet2_pay' }, fields: ['email'] },
  { walletVariant: 'EMAIL_AND_IP', words: { WALLET1: 'wallet1pay', WALLET2: 'wallet2pay' }, fields: ['email', 'ip'] },
];

export const BANK_FIELDS: readonly PayerField[] = ['firstName', 'lastName', 'email'];

/** The payer's fields that a card in an order requires. */
export const CARD_FIELDS: readonly PayerField[] = [
  'email',
  'phone',
  'firstName',
  'lastName',
  'birthday',
  'country',
  'city',
  'region',
  'postcode',
  'address',
];

/** A method that is paid on the hosted page, and the terminal that Purser and the sandbox are set to. */
export interface PageMethod {
  readonly title: string;
  readonly method: string;
  /** Settings of the terminal, the same in Purser's profile and in the sandbox. */
  readonly terminal: Readonly<Record<string, unknown>>;
  readonly extraParams: string | null;
  readonly fields: readonly PayerField[];
}

export const PAGE_METHODS: readonly PageMethod[] = [
  ...WALLET_VARIANTS.flatMap(({ walletVariant, words, fields }) =>
    (['WALLET1', 'WALLET2'] as const).map((method) => ({
      title: `${method} of the variant ${walletVariant}`,
      method,
      terminal: { walletVariant },
      extraParams: words[method],
      fields,
    })),
  ),
  { title: 'BANK_TRANSFER', method: 'BANK_TRANSFER', terminal: {}, extraParams: 'bankmethod', fields: BANK_FIELDS },
  {
    title: 'HOSTED_PAGE where it needs an e-mail address',
    method: 'HOSTED_PAGE',
    terminal: { hostedPageNeedsEmail: true },
    extraParams: null,
    fields: ['email'],
  },
];
