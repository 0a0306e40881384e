import * as z from 'zod';
import { parseCurrencyCode } from '../../common/currency.js';
import {
  absentOr,
  byAmountForm,
  informative,
  wireAmount,
  wireInstant,
  wireStatus,
  wireText,
  wireTextOrNumber,
  wireUuid,
  wireWebAddress,
} from './field.schema.js';

const NOT_PAID: readonly unknown[] = [undefined, null, '', 0, false];

const payment = z.object({ time: informative(wireInstant) }).nullable();

/** The two fields that decide the status of an order. */
export const wireOrderStatus = z.object(
  {
    status: wireStatus,
    /** Null if the order is not paid. A value that is not a readable time still means paid. */
    payedAt: z.preprocess((time) => (NOT_PAID.includes(time) ? null : { time }), payment),
  },
  'is not an object',
);

/**
 * The part of the provider's order object that Purser uses. Only `status` is required, because a read-back is
 * documented to return nothing else. The fields that identify the order are strict.
 */
export const wireOrder = byAmountForm((form) => {
  const amount = wireAmount(form);
  return wireOrderStatus.extend({
    id: absentOr(wireUuid),
    externalId: absentOr(wireTextOrNumber),
    amount: absentOr(amount),
    currency: absentOr(wireText.transform((text) => ({ text, code: parseCurrencyCode(text) }))),
    commission: informative(amount),
    received: informative(amount),
    paymentLink: informative(wireWebAddress),
    updatedAt: informative(wireInstant),
  });
});

/** Like `wireOrder`, but lenient: for read-backs. */
export const wireOrderReadBack = byAmountForm((answerAmounts) => {
  const order = wireOrder({ answerAmounts });
  const { externalId, amount, currency } = order.shape;
  return order.extend({
    externalId: externalId.catch(null),
    amount: amount.catch(null),
    currency: currency.catch(null),
  });
});

export type WireOrder = z.output<ReturnType<typeof wireOrder>>;
