import { baseFields } from './base-fields.js';
import type { Destination } from './destination.js';
import { loginFormat } from '../formats/text-format.js';
import { recipientField } from '../recipient-table.js';
import { payoutCurrency } from '../payout-currency.js';

export const gameAccount: Destination = {
  id: 'game-account',
  title: 'Game platform, account top-up',
  description: 'To the account with a login on a game platform.',
  currencies: [payoutCurrency('RUB'), payoutCurrency('KZT'), payoutCurrency('UAH'), payoutCurrency('USD')],
  paymentTypes: ['ACCOUNT_LOGIN'],
  fields: [...baseFields, recipientField('requisites', { label: 'Account login', format: loginFormat })],
  serviceWarning: 'Without a service the default one of the merchant is used. Check that it tops up this platform.',
  notes: ['The interface does not show the fields beyond the login, so none are sent.'],
};
