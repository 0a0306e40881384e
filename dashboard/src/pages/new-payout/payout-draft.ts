import type { Destination, PayoutInput } from './new-payout-documents.js';

/** A payout as far as it was typed. The values of the recipient's fields are by their names. */
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

/** A draft for a destination, with its first currency and payment type; what was typed stays. */
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

/** The fields of the recipient that the choice of currency and payment type asks for. */
export function fieldsOf(
  { fields }: Destination,
  { currency, paymentType }: Pick<PayoutDraft, 'currency' | 'paymentType'>,
): Destination['fields'] {
  return fields.filter(
    ({ onlyForCurrency, onlyForPaymentType }) =>
      (onlyForCurrency ?? currency) === currency && (onlyForPaymentType ?? paymentType) === paymentType,
  );
}

/** Leaves out what is empty, and what was typed for another destination. */
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
