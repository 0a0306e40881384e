import type { RecordedAttempt } from '../subjects/subject.js';
import { examine, type Finding } from './finding.js';
import { type ProviderBook, tokenHashOf } from '../stage/sandbox/provider-book.js';

/**
 * Checks invariants that hold for any system that pays. They need its attempts and the provider's book, but not its
 * tables.
 */
export function checkPayments({
  book,
  attempts,
}: {
  readonly book: ProviderBook;
  readonly attempts: readonly RecordedAttempt[];
}): Finding[] {
  const attemptOf = new Map(attempts.map((attempt) => [attempt.tokenHash, attempt]));
  const paid = book.payouts.map((payout) => ({ payout, attempt: attemptOf.get(tokenHashOf(payout)) }));
  const byPayout = groupBy(paid, ({ payout, attempt }) => attempt?.payoutId ?? `unknown ${payout.id}`);
  const byAttempt = groupBy(paid, ({ payout, attempt }) => attempt?.id ?? `unknown ${payout.id}`);
  return [
    examine({ id: 'I1', holds: 'no payout was paid twice' }, [...byPayout], ([payoutId, made]) =>
      made.length > 1 ? `payout ${payoutId} was paid as ${made.map(({ payout }) => payout.id).join(' and ')}` : null,
    ),
    examine({ id: 'I2', holds: 'each payment is of one attempt' }, [...byAttempt], ([attemptId, made]) =>
      made.length === 1 && made[0]?.attempt !== undefined
        ? null
        : `attempt ${attemptId} has the payments ${made.map(({ payout }) => payout.id).join(' and ')}`,
    ),
    examine({ id: 'I4', holds: 'each attempt was recorded before it was sent' }, paid, ({ payout, attempt }) => {
      // The book and the subject share one clock, but the book truncates it to milliseconds.
      const receivedAt = Date.parse(payout.receivedAt);
      return attempt === undefined || attempt.claimedAt.getTime() <= receivedAt
        ? null
        : `attempt ${attempt.id} was recorded at ${attempt.claimedAt.toISOString()}, ${payout.id} received at ${payout.receivedAt}`;
    }),
  ];
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
