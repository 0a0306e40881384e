import { z } from 'zod';
import { bangladesh } from './bangladesh-destination.js';
import { brazil } from './brazil-destination.js';
import type { Destination, PayoutService, PayoutTarget } from './destination.js';
import { gameAccount } from './game-account-destination.js';
import { mobileMoney } from './mobile-money-destination.js';
import { phoneTransfer } from './phone-transfer-destination.js';

/** A service with the payment types that go with it. The interface does not show this shape: it is an assumption. */
export const listedServiceSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  paymentTypes: z.array(z.string()),
});

/** Every destination the sandbox sends money to; all are enabled for every merchant. */
export class DestinationDirectory {
  private readonly destinations: readonly Destination[];

  constructor({ phoneTransferPaymentType }: { phoneTransferPaymentType: string }) {
    const transfer = phoneTransfer({ paymentType: phoneTransferPaymentType });
    this.destinations = [transfer, mobileMoney, bangladesh, brazil, gameAccount];
  }

  /** The services of every destination. */
  services(): z.infer<typeof listedServiceSchema>[] {
    return this.destinations.flatMap(({ services, paymentTypes }) =>
      services.map(({ id, name, currency }) => ({ id, name, currency, paymentTypes: [...paymentTypes] })),
    );
  }

  /** The problem with a target, by the rules of the destination it leads to; null when nothing is. */
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
