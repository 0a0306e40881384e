import type { Destination, PayoutInput } from './new-payout-documents.js';

/** The form's unvalidated values. `recipient` is keyed by field name. */
export interface PayoutDraft {
  readonly destination: string;
  readonly currency: string;
  readonly paymentType: string;
  readonly amount: string;
  readonly externalId: string;
  readonly note: string;
  readonly serviceId: string;
  readonly allowsSharedExternalId: boolean;
  readonly recipient: Readonly<Record<string, string>>;
}

/** Resets the draft to a destination's first currency and payment type, and keeps the typed values. */
export function draftFor({ id, currencies, paymentTypes }: Destination, before: PayoutDraft | null): PayoutDraft {
  return {
    ...(before ?? {
      amount: '',
      externalId: '',
      note: '',
      serviceId: '',
      allowsSharedExternalId: false,
      recipient: {},
    }),
    destination: id,
    currency: currencies[0]?.code ?? '',
    paymentType: paymentTypes[0]?.code ?? '',
  };
}

/** Returns the recipient fields required for a currency and payment type. */
export function fieldsOf(
  { fields }: Destination,
  { currency, paymentType }: Pick<PayoutDraft, 'currency' | 'paymentType'>,
): Destination['fields'] {
  return fields.filter(
    ({ onlyForCurrency, onlyForPaymentType }) =>
      (onlyForCurrency ?? currency) === currency && (onlyForPaymentType ?? paymentType) === paymentType,
  );
}

/** Converts a draft to the API's input, without empty values and those typed for another destination. */
export function toInput(draft: PayoutDraft, destination: Destination, idempotencyKey: string): PayoutInput {
  const { amount, currency, paymentType, externalId, note, serviceId, recipient } = draft;
  const given = fieldsOf(destination, draft).flatMap(({ name }) => {
    const value = recipient[name]?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return {
    ...{ idempotencyKey, amount: amount.trim(), currency, paymentType, recipient: Object.fromEntries(given) },
    ...(externalId.trim() !== '' && { externalId: externalId.trim() }),
    ...(draft.allowsSharedExternalId && { allowsSharedExternalId: true }),
    ...(note.trim() !== '' && { note: note.trim() }),
    ...(serviceId.trim() !== '' && { serviceId: Number(serviceId) }),
  };
}

/** Returns the typed value at a path of the input, such as `recipient.requisites`; empty if there is none. */
export function valueAt(draft: PayoutDraft, path: string): string {
  const name = path.replace('recipient.', '');
  const value = path === name ? draft[name as keyof PayoutDraft] : draft.recipient[name];
  return typeof value === 'string' ? value.trim() : '';
}
