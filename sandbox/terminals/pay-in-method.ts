import { customerProblem, type Customer, type CustomerField } from './customer.schema.js';
import { BANK_METHOD, bankMethodFields, type TerminalSettings, walletVariants } from './terminal.schema.js';

/** Payment method of an order; `unknown` for `extraParams` that the terminal does not know. */
export const payInMethods = ['page', 'wallet1', 'wallet2', 'bankmethod', 'card', 'unknown'] as const;

export type PayInMethod = (typeof payInMethods)[number];

/** Payment method of an order without a card, and the reason if it is declined; null if it is not. */
export interface PayInValidation {
  readonly method: PayInMethod;
  readonly declineReason: string | null;
}

/**
 * Validates the `extraParams` and the customer of an order by its terminal. It never refuses: wrong values and missing
 * fields create an order that is declined (interface, Errors 1 and 2).
 */
export function validatePayIn({
  extraParams,
  customer,
  terminal,
}: {
  extraParams: string | null;
  customer: Customer;
  terminal: TerminalSettings;
}): PayInValidation {
  const method = methodOf({ extraParams, terminal });
  if (method === 'unknown') return { method, declineReason: 'extraParams is not a value of this terminal' };
  if (!isEnabled({ method, terminal })) return { method, declineReason: `${method} is not enabled for this terminal` };
  const problem = customerProblem({ customer, required: requiredFor({ method, terminal }) });
  return { method, declineReason: problem === null ? null : `customer.${problem.field} ${problem.rule}` };
}

type NamedMethod = Exclude<PayInMethod, 'card'>;
type KnownMethod = Exclude<NamedMethod, 'unknown'>;

function methodOf({ extraParams, terminal }: { extraParams: string | null; terminal: TerminalSettings }): NamedMethod {
  const { wallet1, wallet2 } = walletVariants[terminal.walletVariant];
  switch (extraParams) {
    case null:
      return 'page';
    case wallet1:
      return 'wallet1';
    case wallet2:
      return 'wallet2';
    case BANK_METHOD:
      return 'bankmethod';
    default:
      return 'unknown';
  }
}

function isEnabled({ method, terminal }: { method: KnownMethod; terminal: TerminalSettings }): boolean {
  switch (method) {
    case 'page':
      return true;
    case 'wallet1':
    case 'wallet2':
      return terminal.wallets;
    case 'bankmethod':
      return terminal.bankMethod;
  }
}

function requiredFor({
  method,
  terminal,
}: {
  method: KnownMethod;
  terminal: TerminalSettings;
}): readonly CustomerField[] {
  switch (method) {
    case 'page':
      return terminal.hostedPageNeedsEmail ? ['email'] : [];
    case 'wallet1':
    case 'wallet2':
      return terminal.walletFields ?? walletVariants[terminal.walletVariant].customer;
    case 'bankmethod':
      return terminal.bankMethodFields ?? bankMethodFields;
  }
}
