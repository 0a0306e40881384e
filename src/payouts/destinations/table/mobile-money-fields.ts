import type { DestinationField } from './destination.js';
import { emailFormat } from '../formats/email-format.js';
import { ipFormat } from '../formats/ip-format.js';
import { type MobileNumberRule, phoneDigitsFormat } from '../formats/mobile-number-format.js';

/** A mobile-money wallet. Its digits do not reveal whether it belongs to the selected operator. */
export function walletField(about: MobileNumberRule): DestinationField {
  return { name: 'requisites', label: 'Wallet phone number', presence: 'REQUIRED', format: phoneDigitsFormat(about) };
}

export const mobileMoneyUserFields: readonly DestinationField[] = [
  { name: 'userEmail', label: 'User e-mail', presence: 'RECOMMENDED', format: emailFormat },
  { name: 'userIp', label: 'User IP address', presence: 'OPTIONAL', format: ipFormat },
];

export const MOBILE_MONEY_SERVICE_WARNING =
  'Without a service the default one of the merchant is used. Check that it is the country and operator of the wallet.';
