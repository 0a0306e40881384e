import * as z from 'zod';
import { namesOf } from '../../../common/names-of.js';
import { CUSTOMER_FIELDS, type CustomerField } from '../../../provider/profile/customer-field.js';
import { ORDER_METHODS, type OrderMethod } from './order-method.js';

export const WALLET_VARIANTS = ['STANDARD', 'FULL_BILLING', 'EMAIL_ONLY', 'EMAIL_AND_IP'] as const;

/**
 * How the wallets of a terminal are connected. This determines the words that select them and the payer fields that
 * they require.
 */
export type WalletVariant = (typeof WALLET_VARIANTS)[number];

export const WORDED_METHODS = ['WALLET1', 'WALLET2', 'BANK_TRANSFER'] as const satisfies readonly OrderMethod[];

export type WordedMethod = (typeof WORDED_METHODS)[number];

/** The stored form. Its defaults describe a terminal that nobody has configured. */
export const terminalProfileSchema = z
  .strictObject({
    walletVariant: z.enum(WALLET_VARIANTS).default('STANDARD'),
    // For each merchant, the provider enables all methods individually, except for the hosted page.
    enabledMethods: z.array(z.enum(ORDER_METHODS)).default(['HOSTED_PAGE']).readonly(),
    /** Replace the words in the interface, which are placeholders for product names. */
    words: z.partialRecord(z.enum(WORDED_METHODS), z.string()).default({}).readonly(),
    /** Replace the required fields in the interface if they are different for this merchant. */
    requiredFields: z
      .partialRecord(z.enum(ORDER_METHODS), z.array(z.enum(namesOf(CUSTOMER_FIELDS))).readonly())
      .default({})
      .readonly(),
    /** Whether the hosted page accepts cards only if the order has the payer's e-mail address. */
    hostedPageNeedsEmail: z.boolean().default(false),
  })
  .readonly();

export type TerminalProfile = z.output<typeof terminalProfileSchema>;

const WORDS: Readonly<Record<WalletVariant, Readonly<Record<WordedMethod, string>>>> = {
  STANDARD: { WALLET1: 'wallet1-pay', WALLET2: 'wallet2-pay', BANK_TRANSFER: 'bankmethod' },
  FULL_BILLING: { WALLET1: 'WALLET1PAY', WALLET2: 'WALLET2PAY', BANK_TRANSFER: 'bankmethod' },
  EMAIL_ONLY: { WALLET1: 'wallet1_pay', WALLET2: 'wallet2_pay', BANK_TRANSFER: 'bankmethod' },
  EMAIL_AND_IP: { WALLET1: 'wallet1pay', WALLET2: 'wallet2pay', BANK_TRANSFER: 'bankmethod' },
};

const WALLET_FIELDS: Readonly<Record<WalletVariant, readonly CustomerField[]>> = {
  STANDARD: ['country', 'email', 'firstName', 'lastName', 'ip'],
  FULL_BILLING: ['email', 'phone', 'firstName', 'lastName', 'country', 'city', 'state', 'postcode', 'address'],
  EMAIL_ONLY: ['email'],
  EMAIL_AND_IP: ['email', 'ip'],
};

const CARD_FIELDS: readonly CustomerField[] = [
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

export function extraParamsOf(profile: TerminalProfile, method: OrderMethod): string | null {
  const worded = WORDED_METHODS.find((candidate) => candidate === method);
  return worded === undefined ? null : (profile.words[worded] ?? WORDS[profile.walletVariant][worded]);
}

/** Whether a method still has the placeholder word from the interface, which only the sandbox accepts. */
export function lacksWord(profile: TerminalProfile, method: OrderMethod): boolean {
  const worded = WORDED_METHODS.find((candidate) => candidate === method);
  return worded !== undefined && profile.words[worded] === undefined;
}

export function requiredFieldsOf(profile: TerminalProfile, method: OrderMethod): readonly CustomerField[] {
  return profile.requiredFields[method] ?? defaultFieldsOf(profile, method);
}

function defaultFieldsOf(profile: TerminalProfile, method: OrderMethod): readonly CustomerField[] {
  switch (method) {
    case 'HOSTED_PAGE':
      return profile.hostedPageNeedsEmail ? ['email'] : [];
    case 'CARD_H2H':
      return [];
    case 'CARD_IN_ORDER':
      return CARD_FIELDS;
    case 'WALLET1':
    case 'WALLET2':
      return WALLET_FIELDS[profile.walletVariant];
    case 'BANK_TRANSFER':
      return ['firstName', 'lastName', 'email'];
  }
}
