import { parseCurrencyCode } from '../../../common/currency.js';
import { parseDecimal } from '../../../common/decimal.js';
import { type Destination, fieldsFor, type PayoutRoute } from '../table/destination.js';
import { DESTINATIONS, findDestination } from '../table/destinations.table.js';
import type { PayoutRequest } from '../payout-validation.js';
import type { RecipientInput } from '../recipient.js';

export const everyRoute: readonly (PayoutRoute & { readonly destination: Destination })[] = DESTINATIONS.flatMap(
  (destination) =>
    destination.currencies.flatMap(({ code }) =>
      destination.paymentTypes.map((paymentType) => ({ destination, currency: code, paymentType })),
    ),
);

export function exampleRecipient(route: PayoutRoute): RecipientInput {
  const destination = findDestination(route);
  const fields = destination === null ? [] : fieldsFor(destination, route);
  return Object.fromEntries(fields.map(({ name, format }) => [name, format.example]));
}

interface Overrides {
  readonly amount?: string;
  readonly serviceId?: number | null;
  readonly recipient?: RecipientInput;
}

/** Returns a valid payout request, unless an override breaks a rule. */
export function payoutRequest(
  route: PayoutRoute,
  // Valid in every currency, because it is a multiple of 5.
  { amount = '100', serviceId = 7, recipient = {} }: Overrides = {},
): PayoutRequest {
  const currency = parseCurrencyCode(route.currency);
  const decimal = parseDecimal(amount);
  if (currency === null || decimal === null) throw new Error(`${amount} ${route.currency} is no amount`);
  return {
    currency,
    paymentType: route.paymentType,
    amount: decimal,
    serviceId,
    recipient: { ...exampleRecipient(route), ...recipient },
  };
}
