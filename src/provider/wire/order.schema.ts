import { z } from 'zod';
import { parseCurrencyCode } from '../../common/currency.js';
import {
  absentOr,
  wireAmount,
  wireInformativeAmount,
  wireInstant,
  wireStatus,
  wireText,
  wireUuid,
  wireWebAddress,
} from './field.schema.js';

/**
 * The order object of the interface, as far as it is used; other fields are ignored. Only `status` is required here,
 * because a read-back is documented to answer the status and no more.
 */
export const wireOrder = z.object({
  id: absentOr(wireUuid),
  status: wireStatus,
  externalId: absentOr(wireText),
  amount: absentOr(wireAmount),
  currency: absentOr(wireText.transform((text) => ({ text, code: parseCurrencyCode(text) }))),
  commission: absentOr(wireInformativeAmount),
  received: absentOr(wireInformativeAmount),
  paymentLink: absentOr(wireWebAddress),
  payedAt: absentOr(wireText),
  updatedAt: absentOr(wireInstant),
});

export type WireOrder = z.output<typeof wireOrder>;

/** The two fields that say how an order stands. */
export const wireOrderStatus = wireOrder.pick({ status: true, payedAt: true });
