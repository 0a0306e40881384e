import { canonicalDecimal, compareDecimals } from '../../common/decimal.js';
import type { Reading } from '../client/answer-reading.js';
import type { NewProviderPayout, ProviderPayout } from '../port/payouts.port.js';
import { PAYOUT_RECIPIENT_FIELDS, wireBankName } from '../profile/payout-destination.js';
import type { ProviderProfile } from '../profile/provider-profile.js';
import { translateStatus } from '../profile/status-words.js';
import { flawsOf, malformed, malformedBy, mismatchIn } from './answer-flaws.js';
import { asJsonObject } from '../client/exchange/json-body.js';
import { detailsOf, type ProviderDetail } from './provider-details.js';
import { wirePayout, type WirePayout, wirePayoutId, wirePayoutReadBack } from './payout.schema.js';

/**
 * Writes the body of `POST /v1/payouts`. Leaves out null.
 *
 * The interface requires the amount as a JSON number. `JSON.stringify` only writes floats, which cannot represent
 * sixteen digits, so the literal is inserted here. It comes from the decimal library and consists of digits and a
 * point.
 */
export function writeNewPayout(profile: ProviderProfile, payout: NewProviderPayout): string {
  const { recipient } = payout;
  const bankName = recipient.bankName ? wireBankName(profile, recipient.bankName) : undefined;
  const others = JSON.stringify({
    currency: payout.currency,
    paymentType: profile.payoutPaymentTypes[payout.paymentType],
    account: Object.fromEntries(
      PAYOUT_RECIPIENT_FIELDS.map((name) => [name, name === 'bankName' ? bankName : (recipient[name] ?? undefined)]),
    ),
    serviceId: payout.serviceId ?? undefined,
    note: payout.note ?? undefined,
    externalId: payout.externalId,
    callbackUrl: payout.callbackUrl,
  });
  return `{"amount":${canonicalDecimal(payout.amount)},${others.slice(1)}`;
}

/**
 * Reads the answer to a creation: evidence E1 of the payout protocol. It binds a provider id to our attempt, so it must
 * prove that it is about this attempt. The external id is not echoed. Only the callback URL distinguishes two equal
 * payouts, so an answer with a different one is a mismatch.
 */
export function readCreatedPayout(
  profile: ProviderProfile,
  asked: NewProviderPayout,
  json: unknown,
): Reading<ProviderPayout> {
  const reading = readEcho(profile, asked, json);
  if (reading.ok) return reading;
  const named = wirePayoutId.safeParse(json);
  return named.success ? { ...reading, claimedId: named.data.id } : reading;
}

function readEcho(profile: ProviderProfile, asked: NewProviderPayout, json: unknown): Reading<ProviderPayout> {
  const parsed = wirePayout(profile).safeParse(json);
  if (!parsed.success) return malformed(parsed.error);
  const payout = toProviderPayout(profile, {
    payout: parsed.data,
    unreadable: [],
    details: payoutDetails(json),
  });
  const { amount, requisites, recipientName, callbackUrl } = payout;
  const { recipient } = asked;
  if (amount === null) return malformedBy('amount is missing');
  if (requisites === null) return malformedBy('account.requisites is missing');
  if (compareDecimals(amount, asked.amount) !== 0) return mismatchIn('amount');
  if (requisites !== recipient.requisites) return mismatchIn('account.requisites');
  if ((recipientName ?? recipient.name) !== recipient.name) return mismatchIn('account.name');
  const isOurAddress = lastSegment(callbackUrl ?? asked.callbackUrl) === lastSegment(asked.callbackUrl);
  return isOurAddress ? { ok: true, value: payout } : mismatchIn('callbackUrl');
}

// Shorter values, such as a first name, also occur within words that are unrelated to the recipient.
const SHORTEST_HIDDEN = 5;

/** Returns the remaining fields, with the recipient's values masked. */
function payoutDetails(json: unknown): ProviderDetail[] {
  const account = asJsonObject(asJsonObject(json)?.['account']) ?? {};
  const texts = Object.values(account).map((value) => (typeof value === 'number' ? String(value) : value));
  const hidden = texts.filter((text) => typeof text === 'string').filter((text) => text.length >= SHORTEST_HIDDEN);
  return detailsOf(json, PAYOUT_FIELDS, hidden);
}

/** Fields of a payout that have a column in Purser; `account` is the recipient. */
const PAYOUT_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'status',
  'amount',
  'account',
  'statusMessage',
  'completedAt',
]);

// A trailing slash, a query or another spelling of the host does not turn the URL into that of another attempt.
const LAST_SEGMENT = /\/([\w-]+)\/?(?:[?#].*)?$/;

/** Returns the token in a callback URL, which is the last segment of its path; the whole URL if there is none. */
function lastSegment(callbackUrl: string): string {
  return LAST_SEGMENT.exec(callbackUrl)?.[1] ?? callbackUrl;
}

/**
 * Reads the answer to a read-back: the same object as at creation, and never another payout's. An unreadable amount or
 * account only loses its value, because the purpose of a read-back is the status.
 */
export function readPayoutReadBack(
  profile: ProviderProfile,
  providerPayoutId: string,
  json: unknown,
): Reading<ProviderPayout> {
  const strict = wirePayout(profile).safeParse(json);
  const parsed = strict.success ? strict : wirePayoutReadBack(profile).safeParse(json);
  if (!parsed.success) return malformed(parsed.error);
  if (parsed.data.id !== providerPayoutId) return malformedBy('id is that of another payout');
  const unreadable = strict.success ? [] : flawsOf(strict.error);
  const details = payoutDetails(json);
  return { ok: true, value: toProviderPayout(profile, { payout: parsed.data, unreadable, details }) };
}

function toProviderPayout(
  profile: ProviderProfile,
  { payout, ...read }: { readonly payout: WirePayout } & Pick<ProviderPayout, 'unreadable' | 'details'>,
): ProviderPayout {
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
    ...read,
  };
}
