import { baseFields } from './base-fields.js';
import type { Destination, DestinationField } from './destination.js';
import { PIX_KEY_TYPES, pixKeyFormat, type PixKeyType } from '../formats/pix-key-format.js';
import { recipientField } from '../recipient-table.js';
import { payoutCurrency } from '../payout-currency.js';

const keyLabels: Readonly<Record<PixKeyType, string>> = {
  EMAIL: 'E-mail key',
  PHONE: 'Phone key',
  CPF: 'CPF key',
  CNPJ: 'CNPJ key',
  RANDOM_KEY: 'Random key',
};

function keyField(paymentType: PixKeyType): DestinationField {
  const format = pixKeyFormat(paymentType);
  return recipientField('requisites', { label: keyLabels[paymentType], format, onlyFor: { paymentType } });
}

export const brazilPix: Destination = {
  id: 'brazil-pix',
  title: 'Brazil, PIX',
  description: 'To the bank account behind a PIX key.',
  currencies: [payoutCurrency('BRL')],
  paymentTypes: PIX_KEY_TYPES,
  fields: [...baseFields, ...PIX_KEY_TYPES.map(keyField)],
  serviceWarning: 'Without a service the default one of the merchant is used. Check that it pays to PIX keys.',
  notes: [
    'The payment type names the type of the key, and the key must be of that type.',
    'A key is never changed: write it as the recipient registered it, without punctuation.',
  ],
};
