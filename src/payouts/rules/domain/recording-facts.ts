import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import type { SignedDecimalString } from '../../../common/signed-decimal.js';
import type { GuessLimit } from '../../recipients/domain/recipient-guess.js';
import type { ApprovalPolicy } from './approval-policy.js';

export interface PlannedPayout {
  readonly id: string;
  readonly accountId: string;
  readonly currency: CurrencyCode;
  readonly amount: DecimalString;
  readonly recipientHash: Buffer;
  /** Hashes of the requisites in every form that the provider may show. */
  readonly requisitesHashes: readonly Buffer[];
  readonly idempotencyKey: string | null;
  /** The external id, if no other payout of the account may have it; otherwise null. */
  readonly unsharedExternalId: string | null;
  /** The first payout of its family, if the payout pays another one again and is not recorded yet; otherwise null. */
  readonly rootId: string | null;
  /** Counter that limits guesses at a recipient; null if the recipient does not change. */
  readonly guesses: GuessLimit | null;
}

/** Facts needed to record a payout, all read by one statement. */
export interface RecordingFacts {
  readonly isKeyUsed: boolean;
  /** Whether the account already has a payout with this external id. A concurrent one is detected by the database. */
  readonly isExternalIdTaken: boolean;
  readonly isGuessing: boolean;
  /**
   * A payout of the same amount to the same recipient that was created or claimed recently, or that may still be sent
   * or may have been paid. A refused payout counts if the refusal may not have come from the provider. Null if there is
   * none.
   */
  readonly possibleDuplicate: string | null;
  /** The provider id of a lost payment of the same amount to the same recipient; null if there is none. */
  readonly lostPayment: string | null;
  /** Whether the database was replaced, so that new payouts still need approval. */
  readonly isRestored: boolean;
  /**
   * The balance minus the payouts that wait to be sent; null without an open balance. Not locked: concurrent payouts may
   * each be told so.
   */
  readonly available: SignedDecimalString | null;
  /**
   * The sum that was sent, or is about to be sent, to the same requisites within a day, in this currency and from all
   * accounts.
   */
  readonly recipientSum: DecimalString;
  readonly policies: readonly ApprovalPolicy[];
}
