import { z } from 'zod';

/** A change request about an unconfirmed payout, as `UnconfirmedPayoutService` writes it. */
export const UNCONFIRMED_CONTENT = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('BIND'),
    /** The attempt it is about: of a later one its proposer knows other things. */
    attemptId: z.uuid(),
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
]);

export type UnconfirmedContent = z.output<typeof UNCONFIRMED_CONTENT>;
export type BindContent = Extract<UnconfirmedContent, { action: 'BIND' }>;
export type CloseContent = Extract<UnconfirmedContent, { action: 'CLOSE' }>;
