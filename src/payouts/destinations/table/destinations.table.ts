import { bangladesh } from './bangladesh-destination.js';
import { brazilPix } from './brazil-pix-destination.js';
import type { Destination, PayoutRoute } from './destination.js';
import { gameAccount } from './game-account-destination.js';
import { mobileMoneyByAgreement } from './mobile-money-by-agreement-destination.js';
import { russiaPhoneTransfer } from './russia-phone-transfer-destination.js';
import { westAfrica } from './west-africa-destination.js';

/** Every destination. A new one takes a file and a line here; everything else reads this table. */
export const DESTINATIONS: readonly Destination[] = [
  brazilPix,
  bangladesh,
  russiaPhoneTransfer,
  westAfrica,
  mobileMoneyByAgreement,
  gameAccount,
];

export function findDestination(route: PayoutRoute): Destination | null {
  return (
    destinationsIn(route.currency).find(({ paymentTypes }) =>
      paymentTypes.some((type) => type === route.paymentType),
    ) ?? null
  );
}

/** Returns the destinations that have a currency. They all have the same rules for its amounts. */
export function destinationsIn(currency: string): Destination[] {
  return DESTINATIONS.filter(({ currencies }) => currencies.some(({ code }) => code === currency));
}
