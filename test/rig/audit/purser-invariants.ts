import type { CallerRecord } from '../callers/caller-load.js';
import { APPROVED_FROM } from '../subjects/purser-subject.js';
import type { BookedPayout } from '../stage/sandbox/sandbox-control.js';
import type { PayoutRequest } from '../plans/payout-request.js';
import { checkStatuses } from './common-invariants.js';
import { examine, type Finding } from './finding.js';
import { hashOfToken, type ProviderBook, tokenHashOf } from '../stage/sandbox/provider-book.js';
import type { PurserTables } from './purser-tables.js';

interface Evidence {
  readonly book: ProviderBook;
  readonly tables: PurserTables;
  readonly requests: readonly PayoutRequest[];
  readonly callers: readonly CallerRecord[];
}

/** States that mean that the provider does not have the payout. */
const SAID_TO_BE_UNPAID = new Set(['NOT_SENT', 'REJECTED', 'CLOSED']);

/** Checks Purser's promises beyond not paying twice: it knows what it paid, and which outcomes it does not know. */
export function checkPurser({ book, tables, requests, callers }: Evidence): Finding[] {
  const booked = new Map(book.payouts.map((payout) => [payout.id, payout]));
  const requested = new Map(requests.map((request) => [request.idempotencyKey, request]));
  const attemptOf = new Map(tables.attempts.map((attempt) => [attempt.tokenHash, attempt]));
  const payoutsOfKey = new Map(tables.payouts.map((payout) => [payout.idempotencyKey, payout]));
  const bound = tables.payouts.filter(({ providerPayoutId }) => providerPayoutId !== null);
  const told = toldPayouts(book);
  const policed = tables.submissions.filter(({ amount }) => Number(amount) >= Number(APPROVED_FROM));
  return [
    examine({ id: 'I3', holds: 'what is bound is at the provider, with amount and recipient' }, bound, (payout) => {
      const there = booked.get(payout.providerPayoutId ?? '');
      const attempt = there && attemptOf.get(tokenHashOf(there));
      // The amounts have at most six digits, so comparing them as numbers is exact and ignores trailing zeros.
      const isSame =
        attempt?.payoutId === payout.id &&
        Number(there?.amount) === Number(payout.amount) &&
        there?.account.requisites === requested.get(payout.idempotencyKey)?.recipient.requisites;
      return isSame ? null : `payout ${payout.id} is bound to ${payout.providerPayoutId ?? ''}, which is another`;
    }),
    checkStatuses(book, tables.payouts),
    examine(
      { id: 'I6', holds: 'each acknowledged webhook is in the inbox' },
      book.acknowledgements,
      ({ token, bodySha256, webhookId }) => {
        // All order webhooks come to one address.
        const place = token === null ? 'ORDERS' : attemptOf.get(hashOfToken(token))?.id;
        return place !== undefined && tables.inbox.has(`${place} ${bodySha256}`)
          ? null
          : `webhook ${webhookId} was acknowledged and is not in the inbox`;
      },
    ),
    examine({ id: 'I9', holds: 'no payment is taken for unpaid, or forgotten' }, book.payouts, (payout) => {
      const attempt = attemptOf.get(tokenHashOf(payout));
      if (attempt === undefined) return `${payout.id} is of no attempt`;
      if (SAID_TO_BE_UNPAID.has(attempt.state)) return `${payout.id} was paid and its attempt is ${attempt.state}`;
      if (attempt.state === 'ACCEPTED' && attempt.providerPayoutId !== payout.id) {
        return `${payout.id} was paid and its attempt is bound to ${attempt.providerPayoutId ?? 'none'}`;
      }
      return null;
    }),
    examine({ id: 'I14', holds: 'nothing was sent that lacks an approval it needs' }, policed, (submission) =>
      submission.approvals >= 1
        ? null
        : `payout ${submission.payoutId} over ${submission.amount} was sent by ${submission.attemptId} unapproved`,
    ),
    examine({ id: 'E3', holds: 'what a webhook proved is bound' }, told, (payout) => {
      const attempt = attemptOf.get(tokenHashOf(payout));
      return attempt?.providerPayoutId === payout.id
        ? null
        : `${payout.id} was told of, and its attempt ${attempt?.id ?? ''} is ${attempt?.state ?? 'missing'}`;
    }),
    examine(
      { id: 'K1', holds: 'one payout for each key, and it is the one that callers were told' },
      callers,
      (caller) => {
        const payout = payoutsOfKey.get(caller.idempotencyKey);
        return payout && caller.ids.every((id) => id === payout.id)
          ? null
          : `${caller.idempotencyKey} is ${payout?.id ?? 'missing'}, callers were told ${caller.ids.join(', ')}`;
      },
    ),
    examine(
      { id: 'K2', holds: 'nothing else was created, and the gate is open' },
      [tables],
      ({ payouts, isGateOpen }) =>
        payouts.length === requests.length && isGateOpen
          ? null
          : `${payouts.length} payouts for ${requests.length} requests, the gate is ${isGateOpen ? 'open' : 'shut'}`,
    ),
  ];
}

/** Returns the payouts about which a genuine webhook was acknowledged. From then on Purser can match them. */
function toldPayouts(book: ProviderBook): BookedPayout[] {
  const acknowledged = new Set(book.acknowledgements.map(({ webhookId }) => webhookId));
  const told = new Set(
    book.webhooks
      .filter(({ id, payoutId, body }) => acknowledged.has(id) && body.includes(`"id":"${payoutId ?? ''}"`))
      .map(({ payoutId }) => payoutId),
  );
  return book.payouts.filter(({ id }) => told.has(id));
}
