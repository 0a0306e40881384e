import { bangladesh } from './bangladesh-destination.js';
import { brazilPix } from './brazil-pix-destination.js';
import type { Destination, PayoutRoute } from './destination.js';
import { gameAccount } from './game-account-destination.js';
import { mobileMoneyByAgreement } from './mobile-money-by-agreement-destination.js';
import { russiaPhoneTransfer } from './russia-phone-transfer-destination.js';
import { westAfrica } from './west-africa-destination.js';

/** Every destination. One more is one more file and one more line here: all else reads this table. */
export const DESTINATIONS: readonly Destination[] = [
  brazilPix,
  bangladesh,
  russiaPhoneTransfer,
  westAfrica,
  mobileMoneyByAgreement,
  gameAccount,
];

/** The destination of payouts in this currency by this payment type, or null. There is never more than one. */
export function findDestination(route: PayoutRoute): Destination | null {
  return (
    destinationsIn(route.currency).find(({ paymentTypes }) =>
      paymentTypes.some((type) => type === route.paymentType),
    ) ?? null
  );
}

/** The destinations that take a currency; their rules for its amounts are the same. */
export function destinationsIn(currency: string): Destination[] {
  return DESTINATIONS.filter(({ currencies }) => currencies.some(({ code }) => code === currency));
}
