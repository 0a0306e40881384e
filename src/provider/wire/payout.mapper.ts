import { canonicalDecimal, compareDecimals } from '../../common/decimal.js';
import type { Reading } from '../client/answer-reading.js';
import type { NewProviderPayout, ProviderPayout } from '../port/payouts.port.js';
import { wireBankName } from '../profile/payout-destination.js';
import type { ProviderProfile } from '../profile/provider-profile.js';
import { translateStatus } from '../profile/status-words.js';
import { wirePayout, type WirePayout, wirePayoutId } from './payout.schema.js';

/**
 * The body of `POST /v1/payouts`. A null is left out.
 *
 * The interface wants the amount as a JSON number. `JSON.stringify` writes numbers only from floats, which cannot hold
 * sixteen digits, so the literal is written here; it comes out of the decimal library and is nothing but digits and a
 * point.
 */
export function writeNewPayout(profile: ProviderProfile, payout: NewProviderPayout): string {
  const { recipient } = payout;
  const others = JSON.stringify({
    currency: payout.currency,
    paymentType: profile.payoutPaymentTypes[payout.paymentType],
    account: {
      name: recipient.name,
      requisites: recipient.requisites,
      userId: recipient.userId,
      bankName: recipient.bankName ? wireBankName(profile, recipient.bankName) : undefined,
      userEmail: recipient.userEmail ?? undefined,
      userPhone: recipient.userPhone ?? undefined,
      userIp: recipient.userIp ?? undefined,
    },
    serviceId: payout.serviceId ?? undefined,
    note: payout.note ?? undefined,
    externalId: payout.externalId,
    callbackUrl: payout.callbackUrl,
  });
  return `{"amount":${canonicalDecimal(payout.amount)},${others.slice(1)}`;
}

/**
 * The answer to a creation: evidence E1 of the payout protocol. It binds a provider's id to our attempt, so it must
 * prove that it speaks of this attempt. The external id is not echoed; of two payouts alike only the callback URL tells
 * which one is meant, so another one than ours is a mismatch, where it is echoed at all.
 */
export function readCreatedPayout(
  profile: ProviderProfile,
  asked: NewProviderPayout,
  json: unknown,
): Reading<ProviderPayout> {
  const parsed = wirePayout.safeParse(json);
  if (!parsed.success) return unusable('malformed', json);
  const payout = toProviderPayout(profile, parsed.data);
  const { amount, requisites, recipientName, callbackUrl } = payout;
  if (amount === null || requisites === null) return unusable('malformed', json);
  const isEcho =
    compareDecimals(amount, asked.amount) === 0 &&
    requisites === asked.recipient.requisites &&
    (recipientName ?? asked.recipient.name) === asked.recipient.name &&
    lastSegment(callbackUrl ?? asked.callbackUrl) === lastSegment(asked.callbackUrl);
  return isEcho ? { ok: true, value: payout } : unusable('echo_mismatch', json);
}

// A slash or a query behind it, or another spelling of the host, does not make an address another attempt's.
const LAST_SEGMENT = /\/([\w-]+)\/?(?:[?#].*)?$/;

/** The token of a callback URL, which is the last part of its path; the whole of an address without one. */
function lastSegment(callbackUrl: string): string {
  return LAST_SEGMENT.exec(callbackUrl)?.[1] ?? callbackUrl;
}

/** The answer to a read-back: the same object as at creation. Another payout's is refused. */
export function readPayoutReadBack(
  profile: ProviderProfile,
  providerPayoutId: string,
  json: unknown,
): Reading<ProviderPayout> {
  const parsed = wirePayout.safeParse(json);
  if (!parsed.success || parsed.data.id !== providerPayoutId) return { ok: false, reason: 'malformed' };
  return { ok: true, value: toProviderPayout(profile, parsed.data) };
}

function unusable(reason: 'malformed' | 'echo_mismatch', json: unknown): Reading<never> {
  const named = wirePayoutId.safeParse(json);
  return { ok: false, reason, ...(named.success && { claimedId: named.data.id }) };
}

function toProviderPayout(profile: ProviderProfile, payout: WirePayout): ProviderPayout {
  return {
    providerPayoutId: payout.id,
    providerStatus: payout.status,
    status: translateStatus(profile.payoutStatusWords, payout.status),
    amount: payout.amount,
    requisites: payout.account?.requisites ?? null,
    recipientName: payout.account?.name ?? null,
    callbackUrl: payout.callbackUrl,
    statusMessage: payout.statusMessage,
    createdAt: payout.createdAt,
    updatedAt: payout.updatedAt,
    completedAt: payout.completedAt,
  };
}
