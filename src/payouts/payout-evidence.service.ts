import { Injectable } from '@nestjs/common';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { StatusChangeCause } from '../events/status-change.js';
import { PayoutsProvider, type ProviderPayout } from '../provider/port/payouts.provider.js';
import { hashToken, tokenIn, tokenOwner } from './domain/callback-token.js';
import { isEvidenceFor, showsContentOf } from './domain/evidence-rules.js';
import { PayoutBindingsService } from './payout-bindings.service.js';
import { PayoutDiscrepanciesService } from './payout-discrepancies.service.js';
import { type BindingResult, PayoutSettlementService } from './payout-settlement.service.js';
import type { PayoutAttemptEntity } from './persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from './persistence/payout-attempts.repository.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';
import { RecipientVault } from './recipient.vault.js';

interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: string;
}

export type EvidenceResult =
  { readonly kind: BindingResult; readonly payoutId: string } | { readonly kind: 'no_match' | 'absent' } | Unavailable;

/** What a read-back of a named id showed about an attempt. */
export type Finding =
  | { readonly kind: 'match'; readonly provider: ProviderPayout; readonly showsToken: boolean }
  | { readonly kind: 'no_match' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Who named an id, and so what its read-back must show. */
export type NamedBy = 'WEBHOOK_AT_TOKEN' | 'OPERATOR_BOUND' | 'RESPONSE_UNUSABLE';

/** How a finding came about, for the records. */
export interface FoundBy {
  readonly by: NamedBy;
  readonly actorId: string | null;
  readonly reference: string | null;
  readonly cause: StatusChangeCause;
}

type Match = Extract<Finding, { kind: 'match' }>;

// A webhook does not say whose it is, so an unknown id is looked for with each account's token; a forged one must not
// cost more reads than this.
const MAX_ACCOUNTS_ASKED = 3;

// An answer can be recorded between the look and the binding, once: an attempt has one answer.
const MAX_REVIEWS = 2;

/** Finds out which of our attempts a payout at the provider is, by reading it back, and binds it. */
@Injectable()
export class PayoutEvidenceService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly settlement: PayoutSettlementService,
    private readonly bindings: PayoutBindingsService,
    private readonly vault: RecipientVault,
    private readonly discrepancies: PayoutDiscrepanciesService,
    private readonly provider: PayoutsProvider,
  ) {}

  /**
   * Reads a provider id back that was named for an attempt, and binds nothing. What is shown must carry the attempt's
   * callback URL, or match amount, recipient and time; for an id out of an unusable answer, which is wrong in some way
   * already, callback URL, amount and recipient. Another attempt's callback URL disproves everything else.
   */
  async examine(
    attempt: PayoutAttemptEntity,
    named: { readonly providerPayoutId: string; readonly by: NamedBy },
  ): Promise<Finding> {
    const payout = await this.payouts.findById(attempt.payoutId);
    const account = payout && (await this.accounts.find(payout.accountId));
    if (!account) throw new Error('An attempt without its payout or account');
    const read = await this.provider.readPayout(
      this.accounts.credentialsOf(account),
      named.providerPayoutId,
      named.by === 'OPERATOR_BOUND' ? 'interactive' : 'background',
    );
    if (read.kind === 'unavailable') return { kind: 'unavailable', reason: read.reason };
    if (read.kind === 'absent') return { kind: 'absent' };
    const owner = tokenOwner(read.value.callbackUrl, attempt);
    // Without a recipient to compare with, only the callback URL can show whose it is.
    const recipient = this.vault.openForWireIfKept(payout);
    const expected = recipient && { payout, attempt, recipient };
    const isMatch =
      named.by === 'RESPONSE_UNUSABLE'
        ? owner === 'attempt' && expected !== null && showsContentOf(read.value, expected)
        : owner === 'attempt' || (owner === 'nobody' && expected !== null && isEvidenceFor(read.value, expected));
    if (!isMatch) return { kind: 'no_match' };
    return { kind: 'match', provider: read.value, showsToken: owner === 'attempt' };
  }

  /** Binds an attempt to what was found to match it. */
  async bind(tx: Transaction, attempt: PayoutAttemptEntity, match: Match, found: FoundBy): Promise<BindingResult> {
    const locked = await this.settlement.lock(tx, { payoutId: attempt.payoutId, attemptId: attempt.id });
    return this.settlement.bind(tx, locked, {
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

  /** Looks for the attempt that a payout at the provider belongs to, by the callback URL it shows, with each account. */
  async bindByCallbackUrl(providerPayoutId: string): Promise<EvidenceResult> {
    const accounts = await this.accounts.list();
    let unavailable: Unavailable | null = null;
    for (const account of accounts.slice(0, MAX_ACCOUNTS_ASKED)) {
      const result = await this.bindStray(account, { providerPayoutId, cause: 'WEBHOOK' });
      // One account's trouble, such as a revoked token, says nothing of what the others would see.
      if (result.kind === 'unavailable') unavailable = result;
      else if (result.kind !== 'absent') return result;
    }
    return unavailable ?? { kind: 'absent' };
  }

  /**
   * Reads a payout of an account back of which only the id at the provider is known. It is bound to the attempt whose
   * callback URL it shows; one that shows none of ours was made by somebody else, and a discrepancy is opened.
   */
  async bindStray(
    account: AccountEntity,
    stray: { readonly providerPayoutId: string; readonly cause: StatusChangeCause },
  ): Promise<EvidenceResult> {
    const { providerPayoutId, cause } = stray;
    const read = await this.provider.readPayout(this.accounts.credentialsOf(account), providerPayoutId, 'background');
    if (read.kind === 'unavailable') return { kind: 'unavailable', reason: read.reason };
    if (read.kind === 'absent') return { kind: 'absent' };
    const token = tokenIn(read.value.callbackUrl);
    const attempt = token === null ? null : await this.attempts.findByTokenHash(hashToken(token));
    if (attempt) {
      const match: Match = { kind: 'match', provider: read.value, showsToken: true };
      return this.bindReviewed(attempt, match, { by: 'WEBHOOK_AT_TOKEN', cause, actorId: null, reference: null });
    }
    await this.unitOfWork.run(async (tx) => {
      // Bound meanwhile, by an answer that needs no callback URL.
      if (await this.attempts.isProviderIdTaken(tx, providerPayoutId)) return;
      await this.discrepancies.openUnknownPayout(tx, account.id, read.value);
    });
    return { kind: 'no_match' };
  }

  /**
   * Binds what was found, after a second look at an attempt that is bound to another id already. Either the answer to it
   * named a wrong id, and that binding is taken back first, or the payout was made twice, and that is reported.
   */
  private async bindReviewed(attempt: PayoutAttemptEntity, match: Match, found: FoundBy): Promise<EvidenceResult> {
    for (let tries = 0; tries < MAX_REVIEWS; tries += 1) {
      const review = await this.review(attempt.id, match, found.cause);
      if (review.kind === 'unavailable') return review;
      const kind = await this.unitOfWork.run(async (tx) => {
        const { attempt: locked } = await this.settlement.lock(tx, {
          payoutId: attempt.payoutId,
          attemptId: attempt.id,
        });
        if (locked.providerPayoutId !== review.boundTo) return null;
        return this.bind(tx, attempt, match, found);
      });
      if (kind !== null) return { kind, payoutId: attempt.payoutId };
    }
    return { kind: 'unavailable', reason: 'overtaken' };
  }

  /** The id that the attempt is rightly bound to, as far as the payment service shows; a wrong one is taken back. */
  private async review(
    attemptId: string,
    match: Match,
    cause: StatusChangeCause,
  ): Promise<{ readonly kind: 'reviewed'; readonly boundTo: string | null } | Unavailable> {
    const attempt = await this.attempts.findById(attemptId);
    if (!attempt) throw new Error('An attempt vanished while it was being bound');
    const { providerPayoutId: boundTo, payoutId } = attempt;
    const isContested = boundTo !== null && boundTo !== match.provider.providerPayoutId && match.showsToken;
    if (!isContested) return { kind: 'reviewed', boundTo };
    const payout = await this.payouts.findById(payoutId);
    const account = payout && (await this.accounts.find(payout.accountId));
    if (!account) throw new Error('An attempt without its payout or account');
    const read = await this.provider.readPayout(this.accounts.credentialsOf(account), boundTo, 'background');
    if (read.kind === 'unavailable') return { kind: 'unavailable', reason: read.reason };
    if (read.kind === 'found' && tokenOwner(read.value.callbackUrl, attempt) !== 'another') {
      return { kind: 'reviewed', boundTo };
    }
    await this.unitOfWork.run(async (tx) => {
      const locked = await this.settlement.lock(tx, { payoutId, attemptId });
      await this.bindings.disprove(tx, locked, { providerPayoutId: boundTo, cause });
    });
    return { kind: 'reviewed', boundTo: null };
  }
}
