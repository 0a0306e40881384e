import { z } from 'zod';
import { bangladesh } from './bangladesh-destination.js';
import { brazil } from './brazil-destination.js';
import type { Destination, PayoutService, PayoutTarget } from './destination.js';
import { gameAccount } from './game-account-destination.js';
import { mobileMoney } from './mobile-money-destination.js';
import { phoneTransfer } from './phone-transfer-destination.js';

/** A service and its payment types. The interface does not document this shape; it is an assumption. */
export const listedServiceSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  paymentTypes: z.array(z.string()),
});

/** All destinations. Each one is enabled for every merchant. */
export class DestinationDirectory {
  private readonly destinations: readonly Destination[];

  constructor({ phoneTransferPaymentType }: { phoneTransferPaymentType: string }) {
    const transfer = phoneTransfer({ paymentType: phoneTransferPaymentType });
    this.destinations = [transfer, mobileMoney, bangladesh, brazil, gameAccount];
  }

  services(): z.infer<typeof listedServiceSchema>[] {
    return this.destinations.flatMap(({ services, paymentTypes }) =>
      services.map(({ id, name, currency }) => ({ id, name, currency, paymentTypes: [...paymentTypes] })),
    );
  }

  /** Validates a target by the rules of its destination. Returns null if it is valid. */
  problemOf(target: PayoutTarget): z.ZodError | null {
    const inCurrency = this.destinations.filter(({ services }) => services.some(isIn(target.currency)));
    if (inCurrency.length === 0) return problem('currency', 'is not one that payouts are made in');
    const destination = inCurrency.find(({ paymentTypes }) => paymentTypes.includes(target.paymentType));
    if (destination === undefined) return problem('paymentType', 'is not one of this currency');
    const services = destination.services.filter(isIn(target.currency));
    if (target.serviceId !== null && !services.some(({ id }) => id === target.serviceId)) {
      return problem('serviceId', 'is not a service of this currency and payment type');
    }
    return destination.rules.safeParse(target).error ?? null;
  }
}

function isIn(wanted: string) {
  return ({ currency }: PayoutService): boolean => currency === wanted;
}

function problem(field: keyof PayoutTarget, message: string): z.ZodError {
  return new z.ZodError([{ code: 'custom', path: [field], message, input: undefined }]);
}
