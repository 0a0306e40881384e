import { describedEnum } from '../../../platform/graphql/described-enum.js';
import { CUSTOMER_FIELDS, type CustomerField } from '../../../provider/profile/customer-field.js';
import type { WalletVariant, WordedMethod } from '../domain/terminal-profile.js';

export const WalletVariantEnum = describedEnum<WalletVariant>({
  name: 'WalletVariant',
  description: "How a terminal's wallets are connected.",
  values: {
    STANDARD: "With the payer's country, e-mail address, name and IP address.",
    FULL_BILLING: "With the payer's full billing address.",
    EMAIL_ONLY: "With the payer's e-mail address.",
    EMAIL_AND_IP: "With the payer's e-mail address and IP address.",
  },
});

export const WordedMethodEnum = describedEnum<WordedMethod>({
  name: 'WordedMethod',
  description: 'A payment method that is selected by a word of the terminal.',
  values: {
    WALLET1: 'Payment with the first wallet.',
    WALLET2: 'Payment with the second wallet.',
    BANK_TRANSFER: 'Payment by bank transfer.',
  },
});

export const CustomerFieldEnum = describedEnum<CustomerField>({
  name: 'CustomerField',
  description: "One of the payer's fields, named as in `CustomerInput`.",
  values: CUSTOMER_FIELDS,
});
