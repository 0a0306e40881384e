import { z } from 'zod';

/** Ten minutes, longer than any client waits. */
export const answerDelay = z.int().min(0).max(600_000);
/** A day: real webhooks do arrive that late. */
export const webhookDelay = z.int().min(0).max(86_400_000);

export const redirectStatus = z.union([z.literal(301), z.literal(302), z.literal(307), z.literal(308)]).default(307);
export const serverErrorStatus = z.union([z.literal(500), z.literal(502), z.literal(503), z.literal(504)]).default(503);
export const location = z.url({ protocol: /^https?$/ });

const malformedVariants = [
  'truncatedJson',
  'notJson',
  'wrongContentType',
  'noId',
  'invalidId',
  'otherId',
  'wrongAmount',
  'nullFields',
  'hugeBody',
] as const;

/** Flaws of a successful answer about an order. */
export const malformedOrderVariants = [...malformedVariants, 'wrongExternalId'] as const;

/** Flaws of a successful answer about a payout. `otherId` is the id of another payout, if there is one. */
export const malformedPayoutVariants = [...malformedVariants, 'wrongRequisites'] as const;

/** Flaws of a successful answer without content. */
export const malformedNothingVariants = [
  'truncatedJson',
  'notJson',
  'wrongContentType',
  'emptyBody',
  'hugeBody',
] as const;

export const malformedH2hVariants = [
  'truncatedJson',
  'notJson',
  'wrongContentType',
  'noFlag',
  'flagAsText',
  'noStatus',
  'nullFields',
  'hugeBody',
] as const;

export const corruptVariants = ['notJson', 'noId', 'invalidId', 'pathTraversalId', 'otherId', 'emptyBody'] as const;

export const orderMatch = z
  .strictObject({ externalId: z.string().optional() })
  .default({})
  .describe('Hit only orders with this externalId.');

export const payoutMatch = z
  .strictObject({ externalId: z.string().optional(), requisites: z.string().optional() })
  .default({})
  .describe('Hit only payouts with this externalId and these requisites.');

export type MalformedVariant = (typeof malformedOrderVariants | typeof malformedPayoutVariants)[number];
export type MalformedH2hVariant = (typeof malformedH2hVariants | typeof malformedNothingVariants)[number];
export type CorruptVariant = (typeof corruptVariants)[number];

/** Builds the schemas of the faults at one place: `on`, the fault's name and its own fields. */
export function rulesOn<const On extends string, Match extends z.ZodType>({ on, match }: { on: On; match: Match }) {
  return <const Fault extends string, Extra extends z.ZodRawShape>({
    fault,
    does,
    extra,
  }: {
    fault: Fault;
    does: string;
    extra: Extra;
  }) =>
    z
      .strictObject({
        on: z.literal(on),
        fault: z.literal(fault),
        ...extra,
        times: z.int().min(1).nullable().default(1).describe('How many hits; null: until removed.'),
        match,
      })
      .describe(does);
}
