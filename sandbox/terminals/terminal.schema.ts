import { z } from 'zod';
import { type CustomerField, customerFieldSchema } from './customer.schema.js';

interface WalletVariant {
  readonly wallet1: string;
  readonly wallet2: string;
  readonly customer: readonly CustomerField[];
}

/** The interface's table of wallet values and customer fields. A terminal uses exactly one row. */
export const walletVariants = {
  STANDARD: {
    wallet1: 'wallet1-pay',
    wallet2: 'wallet2-pay',
    customer: ['country', 'email', 'firstName', 'lastName', 'ip'],
  },
  FULL_BILLING: {
    wallet1: 'WALLET1PAY',
    wallet2: 'WALLET2PAY',
    customer: ['email', 'phone', 'firstName', 'lastName', 'country', 'city', 'state', 'postcode', 'address'],
  },
  EMAIL_ONLY: { wallet1: 'wallet1_pay', wallet2: 'wallet2_pay', customer: ['email'] },
  EMAIL_AND_IP: { wallet1: 'wallet1pay', wallet2: 'wallet2pay', customer: ['email', 'ip'] },
} as const satisfies Readonly<Record<string, WalletVariant>>;

export const walletVariantNames = [
  'STANDARD',
  'FULL_BILLING',
  'EMAIL_ONLY',
  'EMAIL_AND_IP',
] as const satisfies readonly (keyof typeof walletVariants)[];

/** Value of `extraParams` for a bank transfer, on every terminal. */
export const BANK_METHOD = 'bankmethod';

/** Fields that a bank transfer requires by default. */
export const bankMethodFields: readonly CustomerField[] = ['firstName', 'lastName', 'email'];

/** Fields that an order with a card requires: the whole customer object of that variant. */
export const cardInOrderFields: readonly CustomerField[] = [
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

const required = z
  .array(customerFieldSchema)
  .nullable()
  .describe('The customer fields this terminal requires; null: those of the interface.');

/** Methods that the operator enabled for a merchant's terminal. */
export const terminalSettingsSchema = z.strictObject({
  walletVariant: z.enum(walletVariantNames),
  wallets: z.boolean(),
  bankMethod: z.boolean(),
  cardInOrder: z.boolean(),
  h2h: z.boolean().describe('Whether cards are taken host to host.'),
  hostedPageNeedsEmail: z.boolean().describe('Whether a plain order without customer.email is declined.'),
  walletFields: required,
  bankMethodFields: required,
  cardInOrderFields: required,
});

export type TerminalSettings = z.infer<typeof terminalSettingsSchema>;

/** Everything is enabled. Plain orders need no customer, because most come without one. */
export const everydayTerminal: TerminalSettings = {
  walletVariant: 'STANDARD',
  wallets: true,
  bankMethod: true,
  cardInOrder: true,
  h2h: true,
  hostedPageNeedsEmail: false,
  walletFields: null,
  bankMethodFields: null,
  cardInOrderFields: null,
};
