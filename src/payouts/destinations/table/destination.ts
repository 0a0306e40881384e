import type { FieldFormat } from '../formats/field-format.js';
import type { PayoutDestinationId, PayoutPaymentType } from '../../../provider/profile/payout-destination.js';
import type { PayoutCurrency } from '../payout-currency.js';
import type { RecipientFieldName } from '../recipient.js';

/** When a field must be given, each with a sentence for people. */
export const FIELD_PRESENCES = {
  REQUIRED: 'The payout cannot be sent without the field.',
  RECOMMENDED: "Optional, but some of the destination's services require the field.",
  OPTIONAL: 'Optional.',
} as const;

export type FieldPresence = keyof typeof FIELD_PRESENCES;

/** Everything that a form needs to ask for a field of the recipient, and that Purser needs to validate it. */
export interface DestinationField {
  readonly name: RecipientFieldName;
  readonly label: string;
  readonly presence: FieldPresence;
  readonly format: FieldFormat;
  /** Absent if the field applies to all currencies and payment types. */
  readonly onlyFor?: { readonly paymentType: PayoutPaymentType } | { readonly currency: string };
}

export interface Destination {
  /** Must never change, because operators use it in their settings. */
  readonly id: PayoutDestinationId;
  readonly title: string;
  readonly description: string;
  readonly currencies: readonly PayoutCurrency[];
  /** Every payment type is available in every currency of the destination. */
  readonly paymentTypes: readonly PayoutPaymentType[];
  readonly fields: readonly DestinationField[];
  /** The warning for payouts that name no service, for which the provider uses the merchant's default. */
  readonly serviceWarning: string;
  readonly notes: readonly string[];
}

/** What a caller chooses before filling in the fields. */
export interface PayoutRoute {
  readonly currency: string;
  readonly paymentType: string;
}

/** Returns the fields for a currency and payment type, each name at most once. */
export function fieldsFor(destination: Destination, route: PayoutRoute): DestinationField[] {
  return destination.fields.filter(({ onlyFor }) => {
    if (onlyFor === undefined) return true;
    return 'currency' in onlyFor ? onlyFor.currency === route.currency : onlyFor.paymentType === route.paymentType;
  });
}
