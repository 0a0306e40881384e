import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import { validateAmount } from './amount-validation.js';
import { askedFields, type ServiceRules } from './asked-fields.js';
import type { Destination } from './table/destination.js';
import { wordProblems } from './table/unset-words.js';
import { DESTINATIONS, destinationsIn, findDestination } from './table/destinations.table.js';
import type { PayoutProblem, PayoutWarning } from './payout-problem.js';
import type { Recipient, RecipientInput } from './recipient.js';
import { validateRecipient } from './recipient-validation.js';

export interface PayoutRequest {
  readonly currency: CurrencyCode;
  readonly paymentType: string;
  readonly amount: DecimalString;
  readonly serviceId: number | null;
  readonly recipient: RecipientInput;
}

export type PayoutValidation =
  | {
      readonly ok: true;
      readonly destination: Destination;
      readonly recipient: Recipient;
      readonly warnings: readonly PayoutWarning[];
    }
  | {
      readonly ok: false;
      readonly problems: readonly PayoutProblem[];
      readonly warnings: readonly PayoutWarning[];
    };

/**
 * Validates a payout against the destination table. Returns all problems together, or the recipient in canonical form.
 * The recipient's fields are validated only if the destination is known.
 */
export function validatePayout(request: PayoutRequest, rules: ServiceRules): PayoutValidation {
  const amountProblems = validateAmountIn(request);
  const destination = findDestination(request);
  if (destination === null) {
    return { ok: false, problems: [unknownRoute(request.currency), ...amountProblems], warnings: [] };
  }

  const { recipient, ...validated } = validateRecipient(request.recipient, askedFields(rules, destination, request));
  const words = { paymentType: request.paymentType, bankName: request.recipient.bankName };
  const problems = [...wordProblems(rules.unsetWords ?? [], words), ...amountProblems, ...validated.problems];
  const warnings = [...serviceWarnings(request, destination), ...validated.warnings];
  return recipient === null || problems.length > 0
    ? { ok: false, problems, warnings }
    : { ok: true, destination, recipient, warnings };
}

// The rules for amounts depend only on the currency, so the amount is checked even if the payment type is wrong.
function validateAmountIn({ amount, currency }: PayoutRequest): PayoutProblem[] {
  const known = destinationsIn(currency)[0]?.currencies.find(({ code }) => code === currency);
  return known === undefined ? [] : validateAmount(amount, known);
}

function unknownRoute(currency: CurrencyCode): PayoutProblem {
  const paymentTypes = destinationsIn(currency).flatMap((destination) => destination.paymentTypes);
  if (paymentTypes.length === 0) {
    const codes = new Set(DESTINATIONS.flatMap(({ currencies }) => currencies.map(({ code }) => code)));
    return {
      code: 'CURRENCY_NOT_SUPPORTED',
      field: ['currency'],
      message: `Payouts are made in ${[...codes].sort().join(', ')} only.`,
    };
  }
  return {
    code: 'PAYMENT_TYPE_NOT_SUPPORTED',
    field: ['paymentType'],
    message: `Payouts in ${currency} are made by ${paymentTypes.join(', ')} only.`,
  };
}

function serviceWarnings({ serviceId }: PayoutRequest, { serviceWarning }: Destination): PayoutWarning[] {
  return serviceId === null ? [{ code: 'SERVICE_ID_OMITTED', field: ['serviceId'], message: serviceWarning }] : [];
}
