import { z } from 'zod';
import { type Destination, recipientAccount, requisitesLike } from './destination.js';

/** Russian mobile numbers. Some services expect `+7` before the ten digits and some `7`, so all forms are accepted. */
const russianPhone = /^(\+?7)?9\d{9}$/;

/** The interface's placeholder for the withheld payment type. */
export const PHONE_TRANSFER_PLACEHOLDER = '<PHONE_TRANSFER>';

export const bankSchema = z.strictObject({ id: z.string(), name: z.string() });

/** Banks that accept phone transfers. The ids are this sandbox's own, because the interface shows none. */
export const phoneTransferBanks = [
  { id: '100000000001', name: 'Northern Bank' },
  { id: '100000000002', name: 'River Bank' },
  { id: '100000000003', name: 'Bank of the Ural' },
] as const satisfies readonly z.infer<typeof bankSchema>[];

export function isRussianPhone(phone: string): boolean {
  return russianPhone.test(phone);
}

export function phoneTransfer({ paymentType }: { paymentType: string }): Destination {
  return {
    paymentTypes: [paymentType],
    services: [{ id: 101, name: 'Phone transfer', currency: 'RUB', callingCode: null }],
    rules: z.object({
      account: recipientAccount({
        requisites: requisitesLike(russianPhone, 'must be a mobile phone number of Russia'),
        bankName: z.enum(
          phoneTransferBanks.map(({ id }) => id),
          { error: 'must be the id of a bank in the bank list' },
        ),
      }),
    }),
  };
}
