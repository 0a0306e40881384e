import * as z from 'zod';

/** A change request about the outcome of a payout, as `UnconfirmedPayoutService` writes it. */
export const UNCONFIRMED_CONTENT = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('BIND'),
    /** The attempt it is about: of a later one its proposer knows other things. Null where the database may lack it. */
    attemptId: z.uuid().nullable(),
    /** Of the payout at the provider that it is. */
    providerPayoutId: z.uuid(),
  }),
  z.strictObject({
    action: z.literal('CLOSE'),
    attemptId: z.uuid(),
    /** Whether it may then be sent once more. */
    resend: z.boolean(),
    /** The webhooks about it that could not be read, in spite of which it is closed. */
    unreadableWebhookIds: z.array(z.uuid()),
  }),
  z.strictObject({
    action: z.literal('SETTLE'),
    attemptId: z.uuid(),
    /** The id that it is bound to. */
    providerPayoutId: z.uuid(),
    end: z.enum(['PAID', 'NOT_PAID']),
  }),
]);

export type UnconfirmedContent = z.output<typeof UNCONFIRMED_CONTENT>;
export type BindContent = Extract<UnconfirmedContent, { action: 'BIND' }>;
export type SettleContent = Extract<UnconfirmedContent, { action: 'SETTLE' }>;
export type CloseContent = Extract<UnconfirmedContent, { action: 'CLOSE' }>;
