import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { StatusChangeCause } from '../events/status-change.js';
import { PayoutsProvider, type ProviderPayout } from '../provider/port/payouts.provider.js';
import { hashToken, tokenIn, tokenOwner } from './domain/callback-token.js';
import { isEvidenceFor, showsContentOf } from './domain/evidence-rules.js';
import { type BindingResult, PayoutSettlementService } from './payout-settlement.service.js';
import type { PayoutAttemptEntity } from './persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from './persistence/payout-attempts.repository.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';
import { RecipientVault } from './recipient.vault.js';

export type EvidenceResult =
  | { readonly kind: BindingResult; readonly payoutId: string }
  | { readonly kind: 'no_match' | 'absent' }
  | { readonly kind: 'unavailable'; readonly reason: string };

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

/** Finds out which of our attempts a payout at the provider is, by reading it back, and binds it. */
@Injectable()
export class PayoutEvidenceService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly settlement: PayoutSettlementService,
    private readonly vault: RecipientVault,
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
    const expected = { payout, attempt, recipient: this.vault.openForWire(payout) };
    const isMatch =
      named.by === 'RESPONSE_UNUSABLE'
        ? owner === 'attempt' && showsContentOf(read.value, expected)
        : owner === 'attempt' || (owner === 'nobody' && isEvidenceFor(read.value, expected));
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
    const kind = await this.unitOfWork.run((tx) =>
      this.bind(tx, attempt, finding, { by, cause, actorId: null, reference: null }),
    );
    return { kind, payoutId: attempt.payoutId };
  }

  /** Looks for the attempt that a payout at the provider belongs to, by the callback URL it shows. */
  async bindByCallbackUrl(providerPayoutId: string): Promise<EvidenceResult> {
    const accounts = await this.accounts.list();
    let unavailable: Extract<EvidenceResult, { kind: 'unavailable' }> | null = null;
    for (const account of accounts.slice(0, MAX_ACCOUNTS_ASKED)) {
      const read = await this.provider.readPayout(this.accounts.credentialsOf(account), providerPayoutId, 'background');
      // One account's trouble, such as a revoked token, says nothing of what the others would see.
      if (read.kind === 'unavailable') unavailable = { kind: 'unavailable', reason: read.reason };
      if (read.kind !== 'found') continue;
      const token = tokenIn(read.value.callbackUrl);
      const attempt = token === null ? null : await this.attempts.findByTokenHash(hashToken(token));
      if (!attempt) return { kind: 'no_match' };
      return this.unitOfWork.run(async (tx) => {
        const locked = await this.settlement.lock(tx, { payoutId: attempt.payoutId, attemptId: attempt.id });
        const kind = await this.settlement.bind(tx, locked, {
          provider: read.value,
          kind: 'CALLBACK_URL',
          actorId: null,
          reference: null,
          cause: 'WEBHOOK',
        });
        return { kind, payoutId: attempt.payoutId };
      });
    }
    return unavailable ?? { kind: 'absent' };
  }
}
