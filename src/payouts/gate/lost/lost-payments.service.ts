import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transaction.js';
import { DiscrepanciesRepository } from '../../../desk/discrepancies/persistence/discrepancies.repository.js';
import type { ProviderPayout } from '../../../provider/port/payouts.port.js';
import { ProviderProfile } from '../../../provider/profile/provider-profile.js';
import type { PayoutEntity } from '../../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../../core/persistence/payouts.repository.js';
import { RecipientVault } from '../../recipients/recipient-vault.js';
import { type LostPayment, LostPaymentsRepository } from './persistence/lost-payments.repository.js';

/**
 * Keeps lost payments: payments at the provider without a payout here, because the database lost the payout or Purser
 * never made it. Each is a discrepancy of the kind UNKNOWN_PAYOUT. While one is open, payouts that match it are
 * blocked.
 */
@Injectable()
export class LostPaymentsService {
  constructor(
    private readonly payments: LostPaymentsRepository,
    private readonly payouts: PayoutsRepository,
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly vault: RecipientVault,
    private readonly profile: ProviderProfile,
  ) {}

  /** Stores a payment as the provider shows it, and blocks the payouts that match it. */
  async keep(tx: Transaction, accountId: string, provider: ProviderPayout): Promise<void> {
    const { providerPayoutId, amount, createdAt } = provider;
    const requisitesHash = this.hashOf(provider);
    const { id, isNew } = await this.discrepancies.open(tx, {
      kind: 'UNKNOWN_PAYOUT',
      accountId,
      subject: providerPayoutId,
      payoutId: null,
      providerPayoutId,
      ours: null,
      // Only facts that never change: otherwise a payment that people explained would be reported again when it
      // completes.
      theirs: { amount, createdAt: createdAt?.toISOString() ?? null },
      amount,
      requisitesHash,
    });
    if (isNew) await this.hold(tx, { id, accountId, providerPayoutId, amount, requisitesHash });
  }

  /** Returns the provider id of an open lost payment that matches a payout; null if there is none. */
  async findFor(tx: Transaction, payout: PayoutEntity): Promise<string | null> {
    const compared = { amount: payout.amount, requisitesHashes: this.hashesOf(payout) };
    return (await this.payments.findEqual(tx, compared))?.providerPayoutId ?? null;
  }

  async close(
    tx: Transaction,
    lost: LostPayment,
    end: { readonly payoutId: string | null; readonly closedBy: string; readonly note: string },
  ): Promise<void> {
    await this.payments.close(tx, lost.id, end);
    await this.payouts.releaseMaybePaid(tx, lost);
    for (const other of await this.payments.listOpen(tx)) {
      if (other.accountId === lost.accountId) await this.hold(tx, other);
    }
  }

  private async hold(tx: Transaction, lost: LostPayment): Promise<void> {
    const candidates = await this.payouts.findMaybePaid(tx, lost);
    const ids = candidates.filter((payout) => this.mayBe(lost, payout)).map(({ id }) => id);
    if (ids.length > 0) await this.payouts.holdMaybePaid(tx, ids, lostPaymentMessage(lost.providerPayoutId ?? lost.id));
  }

  private mayBe({ amount, requisitesHash }: LostPayment, payout: PayoutEntity): boolean {
    // The caller has only selected payouts with this amount, or any if the provider shows no amount.
    if (requisitesHash === null) return amount !== null;
    return this.hashesOf(payout).some((hash) => hash.equals(requisitesHash));
  }

  private hashesOf(payout: PayoutEntity): Buffer[] {
    const recipient = this.vault.openIfReadable(payout);
    if (recipient) return this.vault.comparableHashes(recipient, payout);
    return payout.requisitesHash ? [payout.requisitesHash] : [];
  }

  /** Returns the hash of the shown requisites; null if they are absent or masked, because a mask proves nothing. */
  private hashOf({ requisites }: ProviderPayout): Buffer | null {
    if (requisites === null || requisites.includes('*')) return null;
    return this.profile.payoutReadBackRequisites === 'masked' ? null : this.vault.requisitesHash(requisites);
  }
}

export function lostPaymentMessage(providerPayoutId: string): string {
  return `The provider has payment ${providerPayoutId} of this amount to this recipient, and no payout here is it: the payout may have been sent. Bind it to the payment, or close the lost payment.`;
}
