import { baseFields } from './base-fields.js';
import type { Destination } from './destination.js';
import { phoneFormat } from '../formats/mobile-number-format.js';
import { verbatimFormat } from '../formats/text-format.js';
import { recipientField } from '../recipient-table.js';
import { payoutCurrency } from '../payout-currency.js';

/** The recipient's phone number. It is also used to look up the list of banks. */
export const russianPhone = phoneFormat({ countries: ['RU'], home: 'Russia', example: '+79123456789' });

export const russiaPhoneTransfer: Destination = {
  id: 'russia-phone-transfer',
  title: 'Russia, by phone number',
  description: 'To the bank account behind a phone number, over the fast-payment system.',
  currencies: [payoutCurrency('RUB')],
  paymentTypes: ['PHONE_TRANSFER'],
  fields: [
    ...baseFields,
    recipientField('requisites', { label: 'Recipient phone number', format: russianPhone }),
    recipientField('bankName', {
      presence: 'REQUIRED',
      format: verbatimFormat({ kind: 'BANK_ID', example: '100000000111' }),
    }),
  ],
  serviceWarning:
    'Without a service the default one of the merchant is used. Check that it pays by phone number, and how it expects ' +
    'the number to be written.',
  notes: [
    'The bank is the id of one in the bank list for the phone number, chosen by the recipient.',
    'Services differ in how they expect the number. It is entered in one form and sent in the one that is set.',
  ],
};
