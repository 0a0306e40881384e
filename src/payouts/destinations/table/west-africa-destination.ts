import { baseFields } from './base-fields.js';
import type { Destination } from './destination.js';
import { MOBILE_MONEY_SERVICE_WARNING, mobileMoneyUserFields, walletField } from './mobile-money-fields.js';
import { payoutCurrency } from '../payout-currency.js';

export const westAfrica: Destination = {
  id: 'west-africa',
  title: 'West Africa, mobile money',
  description: 'To a wallet at MTN, Orange, Wave, Moov or Free Money, in the countries of the West African CFA franc.',
  currencies: [payoutCurrency('XOF', { multipleOf: '5' })],
  paymentTypes: ['SIM'],
  fields: [
    ...baseFields,
    walletField({
      // The member countries of the West African Economic and Monetary Union.
      countries: ['BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG'],
      home: 'a country of the West African CFA franc',
      example: '221701234567',
    }),
    ...mobileMoneyUserFields,
  ],
  serviceWarning: MOBILE_MONEY_SERVICE_WARNING,
  notes: ['The service decides country and operator; the number must be one of that operator.'],
};
