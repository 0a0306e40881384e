import { z } from 'zod';

/** A way to send money, as `GET /v1/payouts/services` lists it. */
export interface PayoutService {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
  /** Country code of the recipients' phone numbers; null unless all recipients are phones in one country. */
  readonly callingCode: string | null;
}

/** The parts of a request that a destination validates. `amount` is a positive decimal. */
export interface PayoutTarget {
  readonly currency: string;
  readonly paymentType: string;
  readonly amount: string;
  readonly account: Readonly<Record<string, unknown>>;
  readonly serviceId: number | null;
}

/** Currencies and payment types that lead to one kind of recipient, and its rules. */
export interface Destination {
  readonly paymentTypes: readonly string[];
  /** At least one per currency. The first of a currency is the merchant's default service. */
  readonly services: readonly PayoutService[];
  readonly rules: z.ZodType;
}

export const requiredText = z.string({ error: 'must be a string' }).min(1, { error: 'must not be empty' });

/** Builds the schema of a recipient: the common fields, its own requisites and extras. */
export function recipientAccount<Extra extends z.ZodRawShape>(extra: Extra) {
  return z.looseObject({ name: requiredText, requisites: requiredText, userId: requiredText, ...extra });
}

/** Requisites that match a pattern. The message must not quote them. */
export function requisitesLike(pattern: RegExp, error: string) {
  return requiredText.regex(pattern, { error });
}
