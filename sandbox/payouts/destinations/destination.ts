import { z } from 'zod';

/** A way to send money out, as `GET /v1/payouts/services` lists it. */
export interface PayoutService {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  /** The first digits of this service's phone numbers; null where the recipient is no phone of one country. */
  readonly callingCode: string | null;
}

/** The facts of a payout request that a destination validates. `amount` is the text of a positive decimal. */
export interface PayoutTarget {
  readonly currency: string;
  readonly paymentType: string;
  readonly amount: string;
  readonly account: Readonly<Record<string, unknown>>;
  readonly serviceId: number | null;
}

/** Where money can be sent: the currencies and payment types that lead there, and its own rules. */
export interface Destination {
  readonly paymentTypes: readonly string[];
  /** At least one for each currency. The first of a currency is the merchant's default service. */
  readonly services: readonly PayoutService[];
  /** Validates a {@link PayoutTarget} whose currency and payment type lead here. */
  readonly rules: z.ZodType;
}

/** A text that a destination cannot do without. */
export const requiredText = z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' });

/** The recipient of a destination: the fields each of them has, with its own requisites and more. */
export function recipientAccount<Extra extends z.ZodRawShape>(extra: Extra) {
  return z.looseObject({ name: requiredText, requisites: requiredText, userId: requiredText, ...extra });
}

/** Requisites of one form. The message must not quote them. */
export function requisitesLike(pattern: RegExp, error: string) {
  return requiredText.regex(pattern, { error });
}
