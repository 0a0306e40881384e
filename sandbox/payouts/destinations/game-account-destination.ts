import { z } from 'zod';
import { type Destination, recipientAccount } from './destination.js';

/**
 * Top-up of a game account by its login. The interface documents neither a payment type nor extra fields;
 * `ACCOUNT_LOGIN` and the base fields are this sandbox's assumption.
 */
export const gameAccount: Destination = {
  paymentTypes: ['ACCOUNT_LOGIN'],
  services: ['RUB', 'KZT', 'UAH', 'USD'].map((currency, position) => ({
    id: 501 + position,
    name: `Game account, ${currency}`,
    currency,
    callingCode: null,
  })),
  rules: z.object({ account: recipientAccount({}) }),
};
