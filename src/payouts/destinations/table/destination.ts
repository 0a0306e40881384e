import type { PayoutDestinationId } from '../../../provider/profile/payout-destination.js';
import type { FieldFormat } from '../formats/field-format.js';
import type { PaymentType } from '../payment-type.js';
import type { PayoutCurrency } from '../payout-currency.js';
import type { RecipientFieldName } from '../recipient.js';

/** Whether a field must be given, with one sentence for people. */
export const FIELD_PRESENCES = {
  REQUIRED: 'The payout cannot be sent without it.',
  RECOMMENDED: 'It may be left out, but some services of the destination require it.',
  OPTIONAL: 'It may be left out.',
} as const;

export type FieldPresence = keyof typeof FIELD_PRESENCES;

/** One field of a recipient: all that a form needs to ask for it, and all that is needed to validate the answer. */
export interface DestinationField {
  readonly name: RecipientFieldName;
  readonly label: string;
  readonly presence: FieldPresence;
  readonly format: FieldFormat;
  /** Absent when the field is asked for whatever the currency and the payment type. */
  readonly onlyFor?: { readonly paymentType: PaymentType } | { readonly currency: string };
}

/** Which payouts can be sent to one kind of recipient, and what each needs. */
export interface Destination {
  /** Never changes: operators name it in their settings. */
  readonly id: PayoutDestinationId;
  readonly title: string;
  readonly description: string;
  readonly currencies: readonly PayoutCurrency[];
  /** Each is taken in each of the currencies. */
  readonly paymentTypes: readonly PaymentType[];
  readonly fields: readonly DestinationField[];
  /** The check to make when no service is named: the provider then takes the merchant's default. */
  readonly serviceWarning: string;
  readonly notes: readonly string[];
}

/** A way to pay at a destination: what a caller chooses before filling in the fields. */
export interface PayoutRoute {
  readonly currency: string;
  readonly paymentType: string;
}

/** The fields to ask for when paying in this currency by this payment type, each name at most once. */
export function fieldsFor(destination: Destination, route: PayoutRoute): DestinationField[] {
  return destination.fields.filter(({ onlyFor }) => {
    if (onlyFor === undefined) return true;
    return 'currency' in onlyFor ? onlyFor.currency === route.currency : onlyFor.paymentType === route.paymentType;
  });
}
