import { z } from 'zod';
import { isBangladesh } from './destinations/bangladesh-destination.js';
import { type PayoutStatus, payoutStatuses } from './payout-status.states.js';

const timestamp = z.iso.datetime();

const withoutCallbackUrl = z.strictObject({
  id: z.uuid(),
  merchantId: z.uuid(),
  amount: z.string().describe('The digits of the number in the request.'),
  account: z.record(z.string(), z.unknown()).describe('As passed in the request.'),
  status: z.enum(payoutStatuses),
  type: z.string().describe('The payment type.'),
  requisites: z.strictObject({}),
  statusMessage: z.string().nullable(),
  metadata: z.null(),
  createdAt: timestamp,
  updatedAt: timestamp,
  completedAt: timestamp.nullable(),
});

const callbackUrl = z.url().nullable().describe("null: webhooks go to the address of the merchant's settings.");

/** The interface's payout object: exactly these fields. */
export const wirePayoutSchema = withoutCallbackUrl
  .extend({ callbackUrl: callbackUrl.optional() })
  .describe('A payout as the provider shows it. Payouts to Bangladesh have no callbackUrl.');

export type WirePayout = z.infer<typeof wirePayoutSchema>;

export const payoutSchema = withoutCallbackUrl.extend({
  callbackUrl,
  currency: z.string(),
  serviceId: z.int().nullable(),
  note: z.string().nullable(),
  externalId: z.string().nullable().describe('Not unique, and never shown to the merchant again.'),
  receivedAt: timestamp.describe('When the request arrived, before its body was read.'),
  stepDueAt: timestamp.nullable().describe('When the provider moves it on; null: only the control API does.'),
});

export type Payout = z.infer<typeof payoutSchema>;

/** The provider's reasons for failed payouts. */
const reasons: Readonly<Partial<Record<PayoutStatus, string>>> = {
  FAILED: "The recipient's bank refused the transfer.",
  CANCELED: 'The operator canceled the payout.',
  EXPIRED: 'The payout was not processed in time.',
};

/** Returns the payout after a move. Completion sets `completedAt`, and a correction keeps it. */
export function movedPayout({
  payout,
  to,
  at,
  stepDueAt,
}: {
  payout: Payout;
  to: PayoutStatus;
  at: string;
  stepDueAt: string | null;
}): Payout {
  return {
    ...payout,
    status: to,
    statusMessage: reasons[to] ?? null,
    updatedAt: at,
    completedAt: to === 'COMPLETED' ? at : payout.completedAt,
    stepDueAt,
  };
}

/** Returns the destination's word for a payout in progress. */
export function processingStatusOf(payout: Pick<Payout, 'currency'>): PayoutStatus {
  return isBangladesh(payout) ? 'PENDING' : 'PROCESSING';
}

/**
 * Whether the provider sends a webhook for this move. It sends none when the operator corrects a completed payout
 * (interface, Events 2), and none for Bangladesh, as its page says.
 */
export function isMoveAnnounced(payout: Payout): boolean {
  return !isBangladesh(payout) && payout.status !== 'COMPLETED';
}

/** Returns the payout object for answers and webhooks, which has no `externalId`. */
export function toWirePayout(payout: Payout): WirePayout {
  return {
    id: payout.id,
    merchantId: payout.merchantId,
    amount: payout.amount,
    account: payout.account,
    status: payout.status,
    type: payout.type,
    requisites: payout.requisites,
    statusMessage: payout.statusMessage,
    metadata: payout.metadata,
    ...(isBangladesh(payout) ? {} : { callbackUrl: payout.callbackUrl }),
    createdAt: payout.createdAt,
    updatedAt: payout.updatedAt,
    completedAt: payout.completedAt,
  };
}
