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

/** The two fields that say how an order stands. */
export const wireOrderStatus = z.object(
  {
    status: wireStatus,
    /** Null when the order is not paid. A time that cannot be read is one all the same. */
    payedAt: z.preprocess((time) => (NOT_PAID.includes(time) ? null : { time }), payment),
  },
  'is not an object',
);

/**
 * The order object of the interface, as far as it is used; other fields are ignored. Only `status` is required here,
 * because a read-back is documented to answer the status and no more. The fields that show which order it is are strict.
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

/** As `wireOrder`, without a demand on what a read-back only compares. */
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
