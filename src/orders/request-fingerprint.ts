import { maskCardNumber, parseCardNumber } from '../common/text/card-number.js';
import { canonicalDecimal } from '../common/decimal.js';
import { type FieldFingerprint, fingerprintFields } from '../common/field-fingerprint.js';
import type { PaymentCard } from './domain/payment-card.js';
import type { CreateOrderRequest } from './graphql/create-order.input.js';

/**
 * Fingerprints the content of a request. Amounts count by value: `10.5` and `10.50` are the same request. Of a card,
 * only what may be shown is included: even the keyed hash of a whole number or of a three-digit code would help to
 * guess it.
 */
export function fingerprintRequest(request: CreateOrderRequest, hash: (value: string) => string): FieldFingerprint {
  const { idempotencyKey: _key, accountId: _account, amount, customer, card, ...others } = request;
  const customerFields = Object.entries(customer).map(([name, value]) => [`customer.${name}`, value] as const);
  return fingerprintFields(
    {
      ...others,
      amount: canonicalDecimal(amount),
      ...Object.fromEntries(customerFields),
      ...(card && fieldsOf(card)),
    },
    hash,
  );
}

function fieldsOf(card: PaymentCard): Record<string, string | null> {
  const digits = parseCardNumber(card.cardNumber.reveal());
  return {
    'card.cardNumber': digits === null ? null : maskCardNumber(digits).maskedNumber,
    'card.cardholderName': card.cardholderName,
    'card.expiryDate': card.expiryDate,
  };
}
