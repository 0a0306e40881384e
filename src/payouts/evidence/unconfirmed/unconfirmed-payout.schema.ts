import * as z from 'zod';

export const UNCONFIRMED_CONTENT = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('BIND'),
    /** The attempt that the proposer saw; null if the database may have lost it. */
    attemptId: z.uuid().nullable(),
    providerPayoutId: z.uuid(),
  }),
  z.strictObject({
    action: z.literal('CLOSE'),
    attemptId: z.uuid(),
    resend: z.boolean(),
    /** Unreadable webhooks that people acknowledge when they close the payout. */
    unreadableWebhookIds: z.array(z.uuid()),
  }),
  z.strictObject({
    action: z.literal('SETTLE'),
    attemptId: z.uuid(),
    providerPayoutId: z.uuid(),
    end: z.enum(['PAID', 'NOT_PAID']),
  }),
]);

export type UnconfirmedContent = z.output<typeof UNCONFIRMED_CONTENT>;
export type BindContent = Extract<UnconfirmedContent, { action: 'BIND' }>;
export type SettleContent = Extract<UnconfirmedContent, { action: 'SETTLE' }>;
export type CloseContent = Extract<UnconfirmedContent, { action: 'CLOSE' }>;
