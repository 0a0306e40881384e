import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { StatusChangeCause } from '../../platform/events/status-change.js';
import type { ProviderPayout } from '../../provider/port/payouts.port.js';
import { BindingReviewService } from './binding-review.service.js';
import type { ReadLane } from '../../provider/port/read-lane.js';
import { hashToken, tokenIn, tokenOwner } from '../core/domain/callback-token.js';
import { contradictsContentOf, isEvidenceFor } from './domain/evidence-rules.js';
import { PayoutDiscrepanciesService } from '../reading/payout-discrepancies.service.js';
import { PayoutReader } from '../reading/payout-reader.js';
import { BindAttemptService, type BindingResult } from './bind-attempt.service.js';
import type { PayoutAttemptEntity } from '../core/persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { RecipientVault } from '../recipients/recipient-vault.js';

interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
}

export type EvidenceResult =
  | { readonly kind: Exclude<BindingResult, 'taken'>; readonly payoutId: string }
  /**
   * The id is bound to another payout, which was read back. `isCertain` means that the provider showed the id at that
   * payout's own address.
   */
  | { readonly kind: 'taken'; readonly payoutId: string; readonly isCertain: boolean }
  | NoMatch
  | { readonly kind: 'absent' }
  | Unavailable;

/** `detached` means that the payout's partition is detached, so its facts cannot be compared. */
export type StrayResult = EvidenceResult | { readonly kind: 'detached'; readonly payoutId: string };

interface NoMatch {
  readonly kind: 'no_match';
  readonly provider: ProviderPayout;
}

export type EvidenceCheck =
  | { readonly kind: 'match'; readonly provider: ProviderPayout; readonly showsToken: boolean }
  | NoMatch
  | { readonly kind: 'absent' }
  | Unavailable;

/** Who named a provider id. This decides what its read-back must show. */
export type NamedBy = 'WEBHOOK_AT_TOKEN' | 'OPERATOR_BOUND' | 'RESPONSE_UNUSABLE';

export interface FoundBy {
  readonly by: NamedBy;
  readonly actorId: string | null;
  readonly reference: string | null;
  readonly cause: StatusChangeCause;
}

type Match = Extract<EvidenceCheck, { kind: 'match' }>;

// A contradicted binding needs a review of each of two bindings, and one more answer may be recorded in between.
const MAX_REVIEWS = 4;

/** Finds the attempt that a provider payout belongs to: reads the provider payout back, and binds the attempt to it. */
@Injectable()
export class PayoutEvidenceService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly binding: BindAttemptService,
    private readonly reader: PayoutReader,
    private readonly reviews: BindingReviewService,
    private readonly vault: RecipientVault,
    private readonly discrepancies: PayoutDiscrepanciesService,
  ) {}

  /**
   * Reads back a provider id that was named for an attempt, without binding it. The read-back must show the attempt's
   * callback URL, or match the amount, recipient and time. For an id from an unusable answer, the read-back must show
   * the callback URL, and no other amount or recipient, because that answer is already known to be partly wrong. If it
   * shows another attempt's callback URL, the id is not this attempt's, whatever else matches.
   */
  private async examine(
    attempt: PayoutAttemptEntity,
    named: { readonly providerPayoutId: string; readonly by: NamedBy },
  ): Promise<EvidenceCheck> {
    const payout = await this.payouts.findById(attempt.payoutId);
    if (!payout) throw new Error(`Attempt ${attempt.id} has no payout`);
    const lane = named.by === 'OPERATOR_BOUND' ? 'interactive' : 'named';
    const read = await this.reader.read({ ...named, payoutId: payout.id, accountId: payout.accountId }, lane);
    if (read.kind !== 'found') return read;
    const owner = tokenOwner(read.value.callbackUrl, attempt);
    // If the recipient cannot be compared, only the callback URL can identify the payout.
    const recipient = this.vault.openForWireIfReadable(payout);
    const expected = recipient && { payout, attempt, recipient };
    const isMatch =
      named.by === 'RESPONSE_UNUSABLE'
        ? owner === 'attempt' && expected !== null && !contradictsContentOf(read.value, expected)
        : owner === 'attempt' || (owner === 'nobody' && expected !== null && isEvidenceFor(read.value, expected));
    if (!isMatch) return { kind: 'no_match', provider: read.value };
    return { kind: 'match', provider: read.value, showsToken: owner === 'attempt' };
  }

  /** Examines an id that people named. If it matches, also reviews the id's binding to another attempt. */
  async examineForPeople(attempt: PayoutAttemptEntity, providerPayoutId: string): Promise<EvidenceCheck> {
    const finding = await this.examine(attempt, { providerPayoutId, by: 'OPERATOR_BOUND' });
    const holder = finding.kind === 'match' ? await this.attempts.findByProviderId(providerPayoutId) : null;
    const review = holder && holder.id !== attempt.id ? await this.reviews.review(holder, 'OPERATOR') : null;
    return review?.kind === 'unavailable' ? review : finding;
  }

  async bind(tx: Transaction, attempt: PayoutAttemptEntity, match: Match, found: FoundBy): Promise<BindingResult> {
    const locked = await this.attempts.lockWithPayout(tx, { payoutId: attempt.payoutId, attemptId: attempt.id });
    return this.binding.bind(tx, locked, {
      provider: match.provider,
      // For an unusable answer, only the token can have matched.
      kind: match.showsToken || found.by === 'RESPONSE_UNUSABLE' ? 'CALLBACK_URL' : found.by,
      actorId: found.actorId,
      reference: found.reference,
      cause: found.cause,
    });
  }

  /**
   * Reads back a provider id that was named for an attempt, but not by a person, and binds the attempt if the id
   * matches.
   */
  async bindAttempt(
    attempt: PayoutAttemptEntity,
    named: {
      readonly providerPayoutId: string;
      readonly by: Exclude<NamedBy, 'OPERATOR_BOUND'>;
      readonly cause: StatusChangeCause;
    },
  ): Promise<EvidenceResult> {
    const finding = await this.examine(attempt, named);
    if (finding.kind !== 'match') return finding;
    const { by, cause } = named;
    return this.bindReviewed(attempt, finding, { by, cause, actorId: null, reference: null });
  }

  /**
   * Reads back a provider id from a webhook at an attempt's own address. Compares the id first with that attempt, then
   * with the attempt whose address the read-back shows, then with the attempt that is bound to the id.
   */
  async bindAtToken(attempt: PayoutAttemptEntity, providerPayoutId: string): Promise<EvidenceResult> {
    const cause = 'WEBHOOK';
    const result = await this.bindAttempt(attempt, { providerPayoutId, by: 'WEBHOOK_AT_TOKEN', cause });
    if (result.kind !== 'no_match') return result;
    const bound = await this.bindToOwner(result.provider, cause);
    if (bound) return bound;
    const holder = await this.attempts.findByProviderId(providerPayoutId);
    if (!holder) return result;
    const review = await this.reviews.review(holder, cause);
    if (review.kind === 'unavailable') return review;
    // The content has already shown that this is not the attempt's payout.
    return review.kind === 'free' ? result : { kind: 'taken', payoutId: holder.payoutId, isCertain: true };
  }

  /** Whether the evidence shows that an id named for this attempt belongs to another attempt. */
  async isAnothers(attempt: PayoutAttemptEntity, result: EvidenceResult): Promise<boolean> {
    if (result.kind === 'taken') return result.isCertain;
    if (result.kind !== 'no_match') return false;
    const { callbackUrl, providerPayoutId } = result.provider;
    if (tokenOwner(callbackUrl, attempt) === 'another') return true;
    return (await this.attempts.findByProviderId(providerPayoutId)) !== null;
  }

  /**
   * Opens a discrepancy for a provider payout that a webhook named at this attempt's own address, and that matches no
   * attempt.
   */
  async reportUnmatched(attempt: PayoutAttemptEntity, provider: ProviderPayout): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const payout = await this.payouts.findForUpdate(tx, attempt.payoutId);
      if (!payout) throw new Error(`Attempt ${attempt.id} has no payout`);
      // In the meantime an answer, which needs no callback URL, has bound an attempt to this id.
      if (await this.attempts.isProviderIdTaken(tx, provider.providerPayoutId)) return;
      await this.discrepancies.openUnmatched(tx, payout, provider);
    });
  }

  /**
   * Reads a provider payout with each account's token, and binds the attempt whose callback URL it shows.
   * @param tries number of earlier searches
   */
  async bindByCallbackUrl(
    providerPayoutId: string,
    { tries, lane }: { readonly tries: number; readonly lane: ReadLane },
  ): Promise<StrayResult> {
    const read = await this.reader.search(providerPayoutId, { tries, lane });
    return read.kind === 'found' ? this.bindShown(read, 'WEBHOOK') : read;
  }

  /** Reads back a provider payout of which a statement contains only the account and the id. */
  async bindStray(stray: { readonly accountId: string; readonly providerPayoutId: string }): Promise<StrayResult> {
    const read = await this.reader.read(stray, 'named');
    if (read.kind !== 'found') return read;
    return this.bindShown({ ...read, accountId: stray.accountId }, 'RECONCILIATION');
  }

  /**
   * Binds the attempt whose callback URL the provider payout shows. If the URL is none of Purser's and the id was never
   * bound, someone else made the payout, so a discrepancy is opened.
   */
  private async bindShown(
    { value: provider, accountId }: { readonly value: ProviderPayout; readonly accountId: string },
    cause: StatusChangeCause,
  ): Promise<StrayResult> {
    const bound = await this.bindToOwner(provider, cause);
    if (bound) return bound;
    const registered = await this.attempts.findRegistered(provider.providerPayoutId);
    if (registered !== null) {
      // The payout may have been bound since the webhook was looked up.
      const isHere = (await this.payouts.findById(registered)) !== null;
      return isHere
        ? { kind: 'taken', payoutId: registered, isCertain: true }
        : { kind: 'detached', payoutId: registered };
    }
    await this.unitOfWork.run(async (tx) => {
      // In the meantime an answer, which needs no callback URL, has bound an attempt to this id.
      if (await this.attempts.isProviderIdTaken(tx, provider.providerPayoutId)) return;
      await this.discrepancies.openUnknownPayout(tx, accountId, provider);
    });
    return { kind: 'no_match', provider };
  }

  /** Binds the attempt whose callback URL the provider payout shows; null if it shows none. */
  private async bindToOwner(provider: ProviderPayout, cause: StatusChangeCause): Promise<EvidenceResult | null> {
    const token = tokenIn(provider.callbackUrl);
    const attempt = token === null ? null : await this.attempts.findByTokenHash(hashToken(token));
    if (!attempt) return null;
    const match: Match = { kind: 'match', provider, showsToken: true };
    return this.bindReviewed(attempt, match, { by: 'WEBHOOK_AT_TOKEN', cause, actorId: null, reference: null });
  }

  /**
   * Binds an attempt to a matching provider payout, after a review of any bindings that contradict this. If the attempt
   * is bound to another id, either that answer was wrong and its binding is removed, or there are two payments, which
   * is reported. If another attempt is bound to the id, it stays so unless its binding is disproved.
   */
  private async bindReviewed(attempt: PayoutAttemptEntity, match: Match, found: FoundBy): Promise<EvidenceResult> {
    const { providerPayoutId } = match.provider;
    for (let tries = 0; tries < MAX_REVIEWS; tries += 1) {
      const own = await this.attempts.findById(attempt.id);
      if (!own) throw new Error(`Attempt ${attempt.id} vanished while it was being bound`);
      const isContested = own.providerPayoutId !== null && own.providerPayoutId !== providerPayoutId;
      const review = isContested ? await this.reviews.review(own, found.cause) : null;
      if (review?.kind === 'unavailable') return review;
      const boundTo = review?.kind === 'free' ? null : own.providerPayoutId;
      const kind = await this.unitOfWork.run(async (tx) => {
        const { attempt: locked } = await this.attempts.lockWithPayout(tx, {
          payoutId: attempt.payoutId,
          attemptId: attempt.id,
        });
        if (locked.providerPayoutId !== boundTo) return null;
        return this.bind(tx, attempt, match, found);
      });
      if (kind === null) continue;
      if (kind !== 'taken') return { kind, payoutId: attempt.payoutId };
      const holder = await this.attempts.findByProviderId(providerPayoutId);
      const holding = holder && (await this.reviews.review(holder, found.cause));
      if (holding?.kind === 'unavailable') return holding;
      if (holder && holding?.kind === 'stands') {
        const isCertain = holder.reason === 'CALLBACK_URL' || holder.reason === 'WEBHOOK_AT_TOKEN';
        return { kind: 'taken', payoutId: holder.payoutId, isCertain };
      }
    }
    return { kind: 'unavailable', reason: 'overtaken' };
  }
}
