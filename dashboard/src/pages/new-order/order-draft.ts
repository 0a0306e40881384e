import type { OrderInput, Terminal } from './new-order-documents.js';

type Method = Terminal['terminalProfile']['methods'][number];
export type CustomerField = Method['requiredFields'][number];

/** An order as far as it was typed. */
export interface OrderDraft {
  readonly accountId: string;
  readonly method: string;
  readonly amount: string;
  readonly currency: string;
  readonly purpose: string;
  readonly externalId: string;
  readonly successUrl: string;
  readonly failUrl: string;
  readonly customer: Readonly<Record<string, string>>;
}

/** The methods that a person may choose: the card of a payer is never typed here. */
export function methodsOf({ terminalProfile }: Terminal): readonly Method[] {
  return terminalProfile.methods.filter(({ method }) => method !== 'CARD_IN_ORDER');
}

/** A draft for an account, by its first method; what was typed stays. */
export function draftFor(terminal: Terminal, before: OrderDraft | null): OrderDraft {
  return {
    ...(before ?? { amount: '', currency: '', purpose: '', externalId: '', successUrl: '', failUrl: '', customer: {} }),
    accountId: terminal.id,
    method: methodsOf(terminal)[0]?.method ?? 'HOSTED_PAGE',
  };
}

/** Leaves out what is empty, and what was typed for another method. */
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
