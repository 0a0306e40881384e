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
  /** Bound to another payout, which was read back. `isCertain`: the provider showed that at its own address. */
  | { readonly kind: 'taken'; readonly payoutId: string; readonly isCertain: boolean }
  | NoMatch
  | { readonly kind: 'absent' }
  | Unavailable;

/** As `EvidenceResult`, or of a payout whose partition is detached, so that nothing here can be compared with it. */
export type StrayResult = EvidenceResult | { readonly kind: 'detached'; readonly payoutId: string };

interface NoMatch {
  readonly kind: 'no_match';
  readonly provider: ProviderPayout;
}

/** The evidence that a read-back of a named id gave about an attempt. */
export type EvidenceCheck =
  | { readonly kind: 'match'; readonly provider: ProviderPayout; readonly showsToken: boolean }
  | NoMatch
  | { readonly kind: 'absent' }
  | Unavailable;

/** Who named an id, and so what its read-back must show. */
export type NamedBy = 'WEBHOOK_AT_TOKEN' | 'OPERATOR_BOUND' | 'RESPONSE_UNUSABLE';

/** How a finding came about, for the records. */
export interface FoundBy {
  readonly by: NamedBy;
  readonly actorId: string | null;
  readonly reference: string | null;
  readonly cause: StatusChangeCause;
}

type Match = Extract<EvidenceCheck, { kind: 'match' }>;

// A contradiction of a binding takes one look at each of two bindings, and an answer can be recorded in between, once.
const MAX_REVIEWS = 4;

/** Finds out which of our attempts a payout at the provider is, by reading it back, and binds it. */
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
   * Reads a provider id back that was named for an attempt, and binds nothing. The read-back must carry the attempt's
   * callback URL, or match amount, recipient and time; for an id out of an unusable answer, which is wrong in some way
   * already, the callback URL beside no other amount or recipient. Another attempt's callback URL disproves everything
   * else.
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
    // Without a recipient to compare with, only the callback URL can show whose it is.
    const recipient = this.vault.openForWireIfReadable(payout);
    const expected = recipient && { payout, attempt, recipient };
    const isMatch =
      named.by === 'RESPONSE_UNUSABLE'
        ? owner === 'attempt' && expected !== null && !contradictsContentOf(read.value, expected)
        : owner === 'attempt' || (owner === 'nobody' && expected !== null && isEvidenceFor(read.value, expected));
    if (!isMatch) return { kind: 'no_match', provider: read.value };
    return { kind: 'match', provider: read.value, showsToken: owner === 'attempt' };
  }

  /** As `examine`, for an id that people name: where it matches, whoever is bound to it is looked at again. */
  async examineForPeople(attempt: PayoutAttemptEntity, providerPayoutId: string): Promise<EvidenceCheck> {
    const finding = await this.examine(attempt, { providerPayoutId, by: 'OPERATOR_BOUND' });
    const holder = finding.kind === 'match' ? await this.attempts.findByProviderId(providerPayoutId) : null;
    const review = holder && holder.id !== attempt.id ? await this.reviews.review(holder, 'OPERATOR') : null;
    return review?.kind === 'unavailable' ? review : finding;
  }

  /** Binds an attempt to what was found to match it. */
  async bind(tx: Transaction, attempt: PayoutAttemptEntity, match: Match, found: FoundBy): Promise<BindingResult> {
    const locked = await this.attempts.lockWithPayout(tx, { payoutId: attempt.payoutId, attemptId: attempt.id });
    return this.binding.bind(tx, locked, {
      provider: match.provider,
      // An unusable answer matches by its token only.
      kind: match.showsToken || found.by === 'RESPONSE_UNUSABLE' ? 'CALLBACK_URL' : found.by,
      actorId: found.actorId,
      reference: found.reference,
      cause: found.cause,
    });
  }

  /** Reads a provider id back that was named for an attempt by no person, and binds it when it matches. */
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
   * Reads a provider id back that a webhook at an attempt's own address named. It is evidence for that attempt first,
   * and then for whichever attempt the read-back shows, or the one that is bound to it.
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
    // It is not this attempt's in any case, as its content shows.
    return review.kind === 'free' ? result : { kind: 'taken', payoutId: holder.payoutId, isCertain: true };
  }

  /** Whether what was found out about an id that was named for an attempt shows it to be another's. */
  async isAnothers(attempt: PayoutAttemptEntity, result: EvidenceResult): Promise<boolean> {
    if (result.kind === 'taken') return result.isCertain;
    if (result.kind !== 'no_match') return false;
    const { callbackUrl, providerPayoutId } = result.provider;
    if (tokenOwner(callbackUrl, attempt) === 'another') return true;
    return (await this.attempts.findByProviderId(providerPayoutId)) !== null;
  }

  /** Opens a discrepancy for what was named at an attempt's own address and is nobody's. */
  async reportUnmatched(attempt: PayoutAttemptEntity, provider: ProviderPayout): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const payout = await this.payouts.findForUpdate(tx, attempt.payoutId);
      if (!payout) throw new Error(`Attempt ${attempt.id} has no payout`);
      // Bound meanwhile, by an answer that needs no callback URL.
      if (await this.attempts.isProviderIdTaken(tx, provider.providerPayoutId)) return;
      await this.discrepancies.openUnmatched(tx, payout, provider);
    });
  }

  /**
   * Searches the attempt that a payout at the provider belongs to, by the callback URL it shows, with each account.
   *
   * @param tries how often it was searched before
   */
  async bindByCallbackUrl(
    providerPayoutId: string,
    { tries, lane }: { readonly tries: number; readonly lane: ReadLane },
  ): Promise<StrayResult> {
    const read = await this.reader.search(providerPayoutId, { tries, lane });
    return read.kind === 'found' ? this.bindShown(read, 'WEBHOOK') : read;
  }

  /** Reads a payout of an account back of which only the id at the provider is known, from a statement. */
  async bindStray(stray: { readonly accountId: string; readonly providerPayoutId: string }): Promise<StrayResult> {
    const read = await this.reader.read(stray, 'named');
    if (read.kind !== 'found') return read;
    return this.bindShown({ ...read, accountId: stray.accountId }, 'RECONCILIATION');
  }

  /**
   * Binds what an account has at the provider to the attempt whose callback URL it shows. One that shows no such URL,
   * and was never bound, was made by somebody else, and a discrepancy is opened.
   */
  private async bindShown(
    { value: provider, accountId }: { readonly value: ProviderPayout; readonly accountId: string },
    cause: StatusChangeCause,
  ): Promise<StrayResult> {
    const bound = await this.bindToOwner(provider, cause);
    if (bound) return bound;
    const registered = await this.attempts.findRegistered(provider.providerPayoutId);
    if (registered !== null) {
      // Or it was bound since the webhook was looked at.
      const isHere = (await this.payouts.findById(registered)) !== null;
      return isHere
        ? { kind: 'taken', payoutId: registered, isCertain: true }
        : { kind: 'detached', payoutId: registered };
    }
    await this.unitOfWork.run(async (tx) => {
      // Bound meanwhile, by an answer that needs no callback URL.
      if (await this.attempts.isProviderIdTaken(tx, provider.providerPayoutId)) return;
      await this.discrepancies.openUnknownPayout(tx, accountId, provider);
    });
    return { kind: 'no_match', provider };
  }

  /** Binds a payout to the attempt whose callback URL it shows; null when it shows none. */
  private async bindToOwner(provider: ProviderPayout, cause: StatusChangeCause): Promise<EvidenceResult | null> {
    const token = tokenIn(provider.callbackUrl);
    const attempt = token === null ? null : await this.attempts.findByTokenHash(hashToken(token));
    if (!attempt) return null;
    const match: Match = { kind: 'match', provider, showsToken: true };
    return this.bindReviewed(attempt, match, { by: 'WEBHOOK_AT_TOKEN', cause, actorId: null, reference: null });
  }

  /**
   * Binds what was found, after a second look at what contradicts it. An attempt that is bound to another id was
   * answered with a wrong one, and that binding is taken back first, or the payout was made twice, and that is
   * reported. An id that another attempt is bound to is taken back from it, or it is that one's.
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
