import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { CustomerField } from '../domain/customer-field.js';
import type { WalletVariant, WordedMethod } from '../domain/terminal-profile.js';

export const WalletVariantEnum = describedEnum<WalletVariant>({
  name: 'WalletVariant',
  description: "How a terminal's wallets are connected; each terminal is connected in one way.",
  values: {
    STANDARD: 'Country, e-mail, name and IP address of the payer.',
    FULL_BILLING: 'The full billing address of the payer.',
    EMAIL_ONLY: 'The e-mail address of the payer.',
    EMAIL_AND_IP: 'The e-mail and IP address of the payer.',
  },
});

export const WordedMethodEnum = describedEnum<WordedMethod>({
  name: 'WordedMethod',
  description: 'A method that an order asks for by a word of the terminal.',
  values: {
    WALLET1: 'The first wallet.',
    WALLET2: 'The second wallet.',
    BANK_TRANSFER: 'The bank transfer.',
  },
});

export const CustomerFieldEnum = describedEnum<CustomerField>({
  name: 'CustomerField',
  description: 'A detail of the payer, by its name in CustomerInput.',
  values: {
    email: 'The e-mail address.',
    phone: 'The phone number.',
    firstName: 'The first name.',
    lastName: 'The last name.',
    birthday: 'The date of birth.',
    country: 'The country.',
    city: 'The city.',
    region: 'The state or region, as cards want it.',
    state: 'The state or region, as wallets want it.',
    postcode: 'The postal code.',
    address: 'The street address.',
    ip: "The IP address of the payer's own device.",
  },
});
