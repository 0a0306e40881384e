import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { StatusChangeCause } from '../events/status-change.js';
import { PayoutsProvider, type ProviderPayout } from '../provider/port/payouts.provider.js';
import { isEvidenceFor } from './domain/evidence-rules.js';
import { type BindingResult, PayoutSettlementService } from './payout-settlement.service.js';
import type { PayoutAttemptEntity } from './persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from './persistence/payout-attempts.repository.js';
import { PayoutsRepository } from './persistence/payouts.repository.js';
import { RecipientVault } from './recipient.vault.js';
import { hashToken } from './submit-payout.service.js';

export type EvidenceResult =
  | { readonly kind: BindingResult; readonly payoutId: string }
  | { readonly kind: 'no_match' | 'absent' }
  | { readonly kind: 'unavailable'; readonly reason: string };

// A webhook does not say whose it is, so an unknown id is looked for with each account's token; a forged one must not
// cost more reads than this.
const MAX_ACCOUNTS_ASKED = 3;

const CALLBACK_TOKEN = /\/webhooks\/payouts\/([A-Za-z0-9_-]{43})$/;

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
   * Binds an attempt to a provider id that was named at its own callback URL, or by an operator. The read-back must
   * show that very callback URL, or match amount, recipient and time.
   */
  async bindAttempt(
    attempt: PayoutAttemptEntity,
    named: {
      readonly providerPayoutId: string;
      readonly by: 'WEBHOOK_AT_TOKEN' | 'OPERATOR_BOUND';
      readonly actorId: string | null;
      readonly reference: string | null;
      readonly cause: StatusChangeCause;
    },
  ): Promise<EvidenceResult> {
    const payout = await this.payouts.findById(attempt.payoutId);
    const account = payout && (await this.accounts.find(payout.accountId));
    if (!account) throw new Error('An attempt without its payout or account');
    const read = await this.provider.readPayout(
      this.accounts.credentialsOf(account),
      named.providerPayoutId,
      named.actorId === null ? 'background' : 'interactive',
    );
    if (read.kind === 'unavailable') return { kind: 'unavailable', reason: read.reason };
    if (read.kind === 'absent') return { kind: 'absent' };
    const isOurs = carriesToken(read.value, attempt.tokenHash);
    if (!isOurs && !isEvidenceFor(read.value, { payout, attempt, recipient: this.vault.openForWire(payout) })) {
      return { kind: 'no_match' };
    }
    return this.unitOfWork.run(async (tx) => {
      const locked = await this.settlement.lock(tx, { payoutId: payout.id, attemptId: attempt.id });
      const kind = await this.settlement.bind(tx, locked, {
        provider: read.value,
        kind: isOurs ? 'CALLBACK_URL' : named.by,
        actorId: named.actorId,
        reference: named.reference,
        cause: named.cause,
      });
      return { kind, payoutId: payout.id };
    });
  }

  /** Looks for the attempt that a payout at the provider belongs to, by the callback URL it shows. */
  async bindByCallbackUrl(providerPayoutId: string): Promise<EvidenceResult> {
    const accounts = await this.accounts.list();
    for (const account of accounts.slice(0, MAX_ACCOUNTS_ASKED)) {
      const read = await this.provider.readPayout(this.accounts.credentialsOf(account), providerPayoutId, 'background');
      if (read.kind === 'unavailable') return { kind: 'unavailable', reason: read.reason };
      if (read.kind === 'absent') continue;
      const token = tokenIn(read.value);
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
    return { kind: 'absent' };
  }
}

function tokenIn(provider: ProviderPayout): string | null {
  return typeof provider.callbackUrl === 'string' ? (CALLBACK_TOKEN.exec(provider.callbackUrl)?.[1] ?? null) : null;
}

function carriesToken(provider: ProviderPayout, tokenHash: Buffer): boolean {
  const token = tokenIn(provider);
  return token !== null && hashToken(token).equals(tokenHash);
}
