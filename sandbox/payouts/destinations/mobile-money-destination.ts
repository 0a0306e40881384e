import { z } from 'zod';
import { toUnits, UNITS_PER_WHOLE } from '../../money/amount-decimal.js';
import { type Destination, type PayoutService, recipientAccount, requisitesLike } from './destination.js';

/**
 * Operators and countries of West Africa, and those of the currencies that need an agreement with the provider. The
 * interface shows no list: the operators and countries are real, but the ids are this sandbox's own.
 */
const services: readonly PayoutService[] = [
  { id: 201, name: 'Orange Senegal', currency: 'XOF', callingCode: '221' },
  { id: 202, name: 'Wave Senegal', currency: 'XOF', callingCode: '221' },
  { id: 203, name: 'Free Money Senegal', currency: 'XOF', callingCode: '221' },
  { id: 204, name: "Orange Cote d'Ivoire", currency: 'XOF', callingCode: '225' },
  { id: 205, name: "MTN Cote d'Ivoire", currency: 'XOF', callingCode: '225' },
  { id: 206, name: "Moov Cote d'Ivoire", currency: 'XOF', callingCode: '225' },
  { id: 207, name: "Wave Cote d'Ivoire", currency: 'XOF', callingCode: '225' },
  { id: 208, name: 'MTN Benin', currency: 'XOF', callingCode: '229' },
  { id: 209, name: 'Moov Togo', currency: 'XOF', callingCode: '228' },
  { id: 221, name: 'Congo', currency: 'CDF', callingCode: '243' },
  { id: 222, name: 'MTN Ghana', currency: 'GHS', callingCode: '233' },
  { id: 223, name: 'Kenya', currency: 'KES', callingCode: '254' },
  { id: 224, name: 'MTN Nigeria', currency: 'NGN', callingCode: '234' },
  { id: 225, name: 'MTN South Africa', currency: 'ZAR', callingCode: '27' },
  { id: 226, name: 'MTN Uganda', currency: 'UGX', callingCode: '256' },
  { id: 227, name: 'Tanzania', currency: 'TZS', callingCode: '255' },
  { id: 228, name: 'MTN Zambia', currency: 'ZMW', callingCode: '260' },
];

/** Amounts must be whole multiples of this (interface, Limits 1 and 2). */
const multiples: Readonly<Record<string, bigint>> = { XOF: 5n, TZS: 1n, KES: 1n, GHS: 1n, UGX: 1n };

const optionalText = z.string({ error: 'must be a string' }).optional();

/** Mobile money by phone number. `serviceId` names the operator, and the phone must belong to its country. */
export const mobileMoney: Destination = {
  paymentTypes: ['SIM'],
  services,
  rules: z
    .object({
      currency: z.string(),
      amount: z.string(),
      serviceId: z.int().nullable(),
      account: recipientAccount({
        requisites: requisitesLike(/^\d{10,15}$/, 'must be a phone number in international format, digits only'),
        userEmail: optionalText,
        userIp: optionalText,
      }),
    })
    .superRefine(({ currency, amount, serviceId, account }, context) => {
      const multiple = multiples[currency];
      if (multiple !== undefined && toUnits(amount) % (multiple * UNITS_PER_WHOLE) !== 0n) {
        const message =
          multiple === 1n ? 'must be a whole number' : `must be a whole multiple of ${multiple.toString()}`;
        context.addIssue({ code: 'custom', path: ['amount'], message });
      }
      const inCurrency = services.filter((service) => service.currency === currency);
      const chosen = serviceId === null ? inCurrency[0] : inCurrency.find(({ id }) => id === serviceId);
      if (!account.requisites.startsWith(chosen?.callingCode ?? '')) {
        const message = "does not serve the phone number's country; without it the default service is meant";
        context.addIssue({ code: 'custom', path: ['serviceId'], message });
      }
    }),
};
