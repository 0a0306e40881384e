import { namesOf } from '../../../common/names-of.js';
import { PAYOUT_WALLETS } from '../../../provider/profile/payout-destination.js';
import { baseFields } from './base-fields.js';
import type { Destination } from './destination.js';
import { cardFormat } from '../formats/card-format.js';
import { choiceFormat } from '../formats/choice-format.js';
import { phoneFormat } from '../formats/mobile-number-format.js';
import { recipientField } from '../recipient-table.js';
import { payoutCurrency } from '../payout-currency.js';

const bangladeshPhone = phoneFormat({ countries: ['BD'], home: 'Bangladesh', example: '+8801812345678' });

export const bangladesh: Destination = {
  id: 'bangladesh',
  title: 'Bangladesh, banks and mobile wallets',
  description: 'To a card or to a mobile wallet.',
  currencies: [payoutCurrency('BDT')],
  paymentTypes: ['C2C', 'SIM'],
  fields: [
    ...baseFields,
    recipientField('requisites', { label: 'Card number', format: cardFormat, onlyFor: { paymentType: 'C2C' } }),
    recipientField('requisites', {
      label: 'Wallet phone number',
      format: bangladeshPhone,
      onlyFor: { paymentType: 'SIM' },
    }),
    recipientField('bankName', {
      label: 'Wallet',
      presence: 'REQUIRED',
      format: choiceFormat(namesOf(PAYOUT_WALLETS)),
    }),
    recipientField('userEmail', { presence: 'REQUIRED' }),
    recipientField('userPhone', { presence: 'REQUIRED', format: bangladeshPhone }),
    recipientField('userIp', { presence: 'REQUIRED' }),
  ],
  serviceWarning: 'Without a service the default one of the merchant is used. Check that it pays to Bangladesh.',
  notes: [
    'These rules hold for every payout in BDT. The interface also lists BDT among the currencies by agreement. There ' +
      'currency and payment type would be the same, so nothing in a request could tell the two apart.',
  ],
};
