import type { DestinationField } from './destination.js';
import { type MobileNumberRule, phoneDigitsFormat } from '../formats/mobile-number-format.js';
import { recipientField } from '../recipient-table.js';

/**
 * The field for a mobile-money wallet. The number does not show whether the wallet belongs to the selected operator.
 */
export function walletField(about: MobileNumberRule): DestinationField {
  return recipientField('requisites', { label: 'Wallet phone number', format: phoneDigitsFormat(about) });
}

export const mobileMoneyUserFields: readonly DestinationField[] = [
  recipientField('userEmail', { presence: 'RECOMMENDED' }),
  recipientField('userIp'),
];

export const MOBILE_MONEY_SERVICE_WARNING =
  'Without a service the default one of the merchant is used. Check that it is the country and operator of the wallet.';
