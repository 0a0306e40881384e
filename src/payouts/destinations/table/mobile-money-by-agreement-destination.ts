import type { CountryCode } from 'libphonenumber-js/mobile';
import { baseFields } from './base-fields.js';
import type { Destination } from './destination.js';
import { MOBILE_MONEY_SERVICE_WARNING, mobileMoneyUserFields, walletField } from './mobile-money-fields.js';
import { type PayoutCurrency, payoutCurrency } from '../payout-currency.js';

interface Market {
  readonly currency: PayoutCurrency;
  readonly country: CountryCode;
  readonly home: string;
  readonly example: string;
}

// TZS, KES and GHS have cents, but the provider accepts only whole numbers.
const whole = { whole: true } as const;

const markets: readonly Market[] = [
  {
    currency: payoutCurrency('CDF'),
    country: 'CD',
    home: 'the Democratic Republic of the Congo',
    example: '243991234567',
  },
  { currency: payoutCurrency('GHS', whole), country: 'GH', home: 'Ghana', example: '233231234567' },
  { currency: payoutCurrency('KES', whole), country: 'KE', home: 'Kenya', example: '254712123456' },
  { currency: payoutCurrency('NGN'), country: 'NG', home: 'Nigeria', example: '2348021234567' },
  { currency: payoutCurrency('TZS', whole), country: 'TZ', home: 'Tanzania', example: '255621234567' },
  { currency: payoutCurrency('UGX', whole), country: 'UG', home: 'Uganda', example: '256712345678' },
  { currency: payoutCurrency('ZAR'), country: 'ZA', home: 'South Africa', example: '27711234567' },
  { currency: payoutCurrency('ZMW'), country: 'ZM', home: 'Zambia', example: '260955123456' },
];

export const mobileMoneyByAgreement: Destination = {
  id: 'mobile-money-by-agreement',
  title: 'Other African countries, mobile money',
  description: 'To a mobile wallet, as in West Africa. Each currency needs an agreement with the operator.',
  currencies: markets.map(({ currency }) => currency),
  paymentTypes: ['SIM'],
  fields: [
    ...baseFields,
    ...markets.map(({ currency, country, home, example }) => ({
      ...walletField({ countries: [country], home, example }),
      onlyFor: { currency: currency.code },
    })),
    ...mobileMoneyUserFields,
  ],
  serviceWarning: MOBILE_MONEY_SERVICE_WARNING,
  notes: [
    'The service decides the operator; the number must be one of that operator.',
    'BDT can be agreed upon too, and is paid by the rules for Bangladesh.',
  ],
};
