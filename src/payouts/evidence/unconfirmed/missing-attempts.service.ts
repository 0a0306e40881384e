import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { compareDecimals } from '../../../common/decimal.js';
import { newId } from '../../../common/ids.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { ProviderPayout } from '../../../provider/port/payouts.port.js';
import { LostPaymentsService } from '../../gate/lost/lost-payments.service.js';
import { LostPaymentsRepository } from '../../gate/lost/persistence/lost-payments.repository.js';
import { hashToken, tokenIn } from '../../core/domain/callback-token.js';
import { AttemptStatesRepository } from '../../core/persistence/attempt-states.sql.js';
import { PayoutAttemptsRepository } from '../../core/persistence/payout-attempts.repository.js';
import type { PayoutEntity } from '../../core/persistence/payout.entity.js';
import { PayoutDiscrepanciesService } from '../../reading/payout-discrepancies.service.js';
import { PayoutReader } from '../../reading/payout-reader.js';
import { BindAttemptService, type BindingResult } from '../bind-attempt.service.js';
import type { EvidenceCheck } from '../payout-evidence.service.js';
import type { BindablePayout } from './unconfirmed-checks.service.js';

// Any value will do, because the attempt is bound in the transaction that creates it.
const DEADLINE_SECONDS = 1;

/**
 * Recreates an attempt that the database lost, when two people bind its payout to a payment. The new attempt stores the
 * hash of the callback token that the provider shows, so later webhooks and read-backs find it.
 */
@Injectable()
export class MissingAttemptsService {
  constructor(
    private readonly attempts: PayoutAttemptsRepository,
    private readonly attemptStates: AttemptStatesRepository,
    private readonly discrepancies: PayoutDiscrepanciesService,
    private readonly payments: LostPaymentsRepository,
    private readonly lost: LostPaymentsService,
    private readonly binding: BindAttemptService,
    private readonly reader: PayoutReader,
  ) {}

  /** Reads the provider payout with this id, using the account of a payout that has no attempt in this database. */
  async read(payout: PayoutEntity, providerPayoutId: string): Promise<EvidenceCheck> {
    const read = await this.reader.read({ accountId: payout.accountId, providerPayoutId }, 'interactive');
    return read.kind === 'found' ? { kind: 'no_match', provider: read.value } : read;
  }

  /**
   * Whether a payment can belong to a payout whose attempt this database has lost. The provider must show the payout's
   * amount and recipient, and the callback address must not belong to a known attempt. If the payout has an attempt of
   * unknown outcome, a later attempt must have made the payment, so it must also be a known lost payment or show a
   * callback address.
   */
  async isOf({ payout, attempt }: BindablePayout, provider: ProviderPayout): Promise<boolean> {
    const { amount, requisites, callbackUrl } = provider;
    if (amount === null || compareDecimals(amount, payout.amount) !== 0 || requisites === null) return false;
    if (this.discrepancies.findMismatches(provider, payout).length > 0) return false;
    const token = tokenIn(callbackUrl);
    if (token !== null) return (await this.attempts.findByTokenHash(hashToken(token))) === null;
    return attempt === null || this.payments.isOpen(provider.providerPayoutId);
  }

  /** Creates the missing attempt and binds it. Closes the payout's attempt of unknown outcome, if there is one. */
  async bind(
    tx: Transaction,
    { payout, attempt }: BindablePayout,
    {
      provider,
      by,
    }: { readonly provider: ProviderPayout; readonly by: { readonly actorId: string; readonly reference: string } },
  ): Promise<BindingResult> {
    if (await this.attempts.isProviderIdTaken(tx, provider.providerPayoutId)) return 'taken';
    if (attempt) {
      const closed = { to: 'CLOSED', reason: 'closed_by_two_people', providerPayoutId: null } as const;
      await this.attemptStates.move(tx, attempt, closed);
    }
    const id = newId();
    const token = tokenIn(provider.callbackUrl) ?? randomBytes(32).toString('base64url');
    const made = { id, payoutId: payout.id, number: payout.attemptsMade + 1, tokenHash: hashToken(token) };
    await this.attemptStates.insert(tx, [made], { deadlineSeconds: DEADLINE_SECONDS });
    const locked = await this.attempts.lockWithPayout(tx, { payoutId: payout.id, attemptId: id });
    return this.binding.bind(tx, locked, {
      ...{ provider, kind: 'OPERATOR_BOUND', cause: 'OPERATOR', isMissing: true },
      ...by,
    });
  }

  async settle(
    tx: Transaction,
    providerPayoutId: string,
    {
      payoutId,
      actorId,
      reference,
    }: { readonly payoutId: string; readonly actorId: string; readonly reference: string },
  ): Promise<void> {
    const lost = await this.payments.findForUpdate(tx, { subject: providerPayoutId });
    if (lost) await this.lost.close(tx, lost, { payoutId, closedBy: actorId, note: reference });
  }
}
