import type { OrderInput, Terminal } from './new-order-documents.js';

type Method = Terminal['terminalProfile']['methods'][number];
export type CustomerField = Method['requiredFields'][number];

/** The form's unvalidated values. */
export interface OrderDraft {
  readonly accountId: string;
  readonly method: string;
  readonly amount: string;
  readonly currency: string;
  readonly purpose: string;
  readonly externalId: string;
  readonly customerId: string;
  readonly successUrl: string;
  readonly failUrl: string;
  readonly customer: Readonly<Record<string, string>>;
}

/** Returns the methods offered in the form, without the one that needs the payer's card number. */
export function methodsOf({ terminalProfile }: Terminal): readonly Method[] {
  return terminalProfile.methods.filter(({ method }) => method !== 'CARD_IN_ORDER');
}

/** Resets the draft to an account's first method, and keeps the typed values. */
export function draftFor(terminal: Terminal, before: OrderDraft | null): OrderDraft {
  return {
    ...(before ?? {
      amount: '',
      currency: '',
      purpose: '',
      externalId: '',
      customerId: '',
      successUrl: '',
      failUrl: '',
      customer: {},
    }),
    accountId: terminal.id,
    method: methodsOf(terminal)[0]?.method ?? 'HOSTED_PAGE',
  };
}

/** Converts a draft to the API's input, without empty values and those typed for another method. */
export function toInput(draft: OrderDraft, fields: readonly CustomerField[], idempotencyKey: string): OrderInput {
  const { accountId, amount, customer, method, ...texts } = draft;
  const given = (values: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])));
  const payer = given(Object.fromEntries(fields.map((field) => [field, customer[field] ?? ''])));
  return {
    ...{ idempotencyKey, accountId, amount: amount.trim(), method: method as NonNullable<OrderInput['method']> },
    ...(given(texts) as Partial<OrderInput>),
    ...(Object.keys(payer).length > 0 && { customer: payer }),
  };
}
