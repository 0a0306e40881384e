import { describedEnum } from '../../../platform/graphql/described-enum.js';
import { CUSTOMER_FIELDS, type CustomerField } from '../../../provider/profile/customer-field.js';
import type { WalletVariant, WordedMethod } from '../domain/terminal-profile.js';

export const WalletVariantEnum = describedEnum<WalletVariant>({
  name: 'WalletVariant',
  description: "How a terminal's wallets are connected.",
  values: {
    STANDARD: 'Country, e-mail, name and IP address of the payer.',
    FULL_BILLING: 'The full billing address of the payer.',
    EMAIL_ONLY: 'The e-mail address of the payer.',
    EMAIL_AND_IP: 'The e-mail and IP address of the payer.',
  },
});

export const WordedMethodEnum = describedEnum<WordedMethod>({
  name: 'WordedMethod',
  description: 'A method that an order selects by a word of the terminal.',
  values: {
    WALLET1: 'The first wallet.',
    WALLET2: 'The second wallet.',
    BANK_TRANSFER: 'The bank transfer.',
  },
});

export const CustomerFieldEnum = describedEnum<CustomerField>({
  name: 'CustomerField',
  description: 'A field of the payer, by its name in CustomerInput.',
  values: CUSTOMER_FIELDS,
});
