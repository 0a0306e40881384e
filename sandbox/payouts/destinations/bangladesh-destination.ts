import { z } from 'zod';
import { type Destination, recipientAccount, requiredText, requisitesLike } from './destination.js';

const wallets = ['WALLET_X1', 'WALLET_X2', 'WALLET_X3'] as const;

const extraFields = {
  userIp: requiredText,
  userPhone: requiredText,
  userEmail: requiredText,
  bankName: z.enum(wallets, { error: `must be one of ${wallets.join(', ')}` }),
};

/** Bank accounts and mobile wallets in Bangladesh: a card number for `C2C`, a phone number for `SIM`. */
export const bangladesh: Destination = {
  paymentTypes: ['C2C', 'SIM'],
  services: [{ id: 301, name: 'Bangladesh', currency: 'BDT', callingCode: null }],
  rules: z.discriminatedUnion('paymentType', [
    z.object({
      paymentType: z.literal('C2C'),
      account: recipientAccount({
        ...extraFields,
        requisites: requisitesLike(/^\d{12,19}$/, 'must be a card number, digits only'),
      }),
    }),
    z.object({
      paymentType: z.literal('SIM'),
      account: recipientAccount({
        ...extraFields,
        requisites: requisitesLike(/^(\+?88)?01\d{9}$/, 'must be a phone number of Bangladesh'),
      }),
    }),
  ]),
};

/**
 * Whether the rules of the Bangladesh page apply: `PENDING` for `PROCESSING`, no webhooks, no `callbackUrl` in objects.
 */
export function isBangladesh({ currency }: { currency: string }): boolean {
  return currency === 'BDT';
}
