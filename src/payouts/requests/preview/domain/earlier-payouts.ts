import { addDecimals, compareDecimals } from '../../../../common/decimal.js';
import { type SignedDecimalString, subtractDecimals } from '../../../../common/signed-decimal.js';
import type { PlannedPayout, RecordingFacts } from '../../../rules/domain/recording-facts.js';

/** A payout that an earlier entry of the same preview would have recorded. */
export interface EarlierPayout {
  readonly index: number;
  readonly planned: PlannedPayout;
  readonly externalId: string | null;
  /** Whether it would be approved, so that the balance must cover it too. */
  readonly isApproved: boolean;
}

/** How an earlier payout of a preview compares with the recipient and the amount of another one. */
export interface EarlierDuplicate {
  readonly index: number;
  readonly isSameAmount: boolean;
}

/** Changes the facts about a planned payout to what the database would tell once the earlier payouts were recorded. */
export function withEarlier(
  facts: RecordingFacts,
  payout: PlannedPayout,
  earlier: readonly EarlierPayout[],
): RecordingFacts {
  const { accountId, currency, amount, idempotencyKey, unsharedExternalId } = payout;
  const ofAccount = earlier.filter(({ planned }) => planned.accountId === accountId);
  const repeated = earlier.find(
    ({ planned }) => planned.recipientHash.equals(payout.recipientHash) && isSameAmount(planned, { amount, currency }),
  );
  const toRecipient = earlier.filter(
    ({ planned }) =>
      planned.currency === currency &&
      payout.requisitesHashes.some((hash) => planned.requisitesHashes[0]?.equals(hash)),
  );
  const approved = ofAccount.filter(({ planned, isApproved }) => isApproved && planned.currency === currency);
  return {
    ...facts,
    isKeyUsed: facts.isKeyUsed || ofAccount.some(({ planned }) => planned.idempotencyKey === idempotencyKey),
    isExternalIdTaken:
      facts.isExternalIdTaken ||
      (unsharedExternalId !== null && ofAccount.some(({ externalId }) => externalId === unsharedExternalId)),
    possibleDuplicate: facts.possibleDuplicate ?? repeated?.planned.id ?? null,
    recipientSum: toRecipient.reduce((sum, { planned }) => addDecimals(sum, planned.amount), facts.recipientSum),
    available: approved.reduce<SignedDecimalString | null>(
      (left, { planned }) => left && subtractDecimals(left, planned.amount as string as SignedDecimalString),
      facts.available,
    ),
  };
}

/** Returns the earlier payouts to the same recipient, or the same requisites. */
export function earlierDuplicates(payout: PlannedPayout, earlier: readonly EarlierPayout[]): EarlierDuplicate[] {
  const [requisitesHash] = payout.requisitesHashes;
  return earlier
    .filter(({ planned }) => requisitesHash && planned.requisitesHashes[0]?.equals(requisitesHash))
    .map(({ index, planned }) => ({ index, isSameAmount: isSameAmount(planned, payout) }));
}

type Money = Pick<PlannedPayout, 'amount' | 'currency'>;

function isSameAmount(one: Money, other: Money): boolean {
  return one.currency === other.currency && compareDecimals(one.amount, other.amount) === 0;
}
