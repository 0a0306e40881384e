import { Injectable } from '@nestjs/common';
import { canonicalDecimal, compareDecimals, type DecimalString } from '../../common/decimal.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { DiscrepanciesRepository } from '../../desk/discrepancies/persistence/discrepancies.repository.js';
import type { FoundDiscrepancy } from '../../desk/discrepancies/persistence/open-discrepancy.sql.js';
import type { DiscrepancyKind, NewDiscrepancy } from '../../desk/discrepancies/discrepancy.js';
import type { ProviderPayout } from '../../provider/port/payouts.port.js';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import { LostPaymentsService } from '../gate/lost/lost-payments.service.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { RecipientVault } from '../recipients/recipient-vault.js';

/** The fields of a request in which the provider's payout may differ. */
export type PayoutMismatch = Extract<DiscrepancyKind, 'AMOUNT' | 'RECIPIENT'>;

@Injectable()
export class PayoutDiscrepanciesService {
  constructor(
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly vault: RecipientVault,
    private readonly profile: ProviderProfile,
    private readonly lost: LostPaymentsService,
  ) {}

  /** Returns the fields in which a read-back differs from this payout. A field that is absent does not differ. */
  findMismatches(provider: ProviderPayout, payout: PayoutEntity): readonly PayoutMismatch[] {
    const isOtherAmount = provider.amount !== null && compareDecimals(provider.amount, payout.amount) !== 0;
    return [
      ...(isOtherAmount ? (['AMOUNT'] as const) : []),
      ...(this.isOtherRecipient(provider.requisites, payout) ? (['RECIPIENT'] as const) : []),
    ];
  }

  async openMismatch(
    tx: Transaction,
    payout: PayoutEntity,
    { provider, mismatch }: { readonly provider: ProviderPayout; readonly mismatch: PayoutMismatch },
  ): Promise<FoundDiscrepancy> {
    const { providerPayoutId } = provider;
    if (mismatch === 'AMOUNT' && provider.amount !== null) {
      return this.openAmount(tx, payout, { amount: provider.amount, currency: null, providerPayoutId });
    }
    // Hides the recipients, because everyone who may read discrepancies sees these facts.
    const facts = { ours: { requisites: 'as requested' }, theirs: { requisites: 'another' } };
    return this.open(tx, payout, { kind: mismatch, providerPayoutId, ...facts });
  }

  /**
   * Opens a discrepancy for another amount in a read-back or statement, or another currency in a statement. The facts
   * depend neither on the source nor on trailing zeros. Otherwise a closed difference would be opened again when
   * another source shows it.
   */
  async openAmount(
    tx: Transaction,
    payout: PayoutEntity,
    shown: {
      readonly amount: DecimalString;
      readonly currency: string | null;
      /** The provider id shown in the discrepancy; by default the payout's. */
      readonly providerPayoutId?: string;
    },
  ): Promise<FoundDiscrepancy> {
    const { amount, currency, providerPayoutId = payout.providerPayoutId } = shown;
    const isOtherCurrency = currency !== null && currency !== payout.currency;
    return this.open(tx, payout, {
      kind: 'AMOUNT',
      providerPayoutId,
      ours: { amount: payout.amount, currency: payout.currency },
      theirs: { amount: canonicalDecimal(amount), ...(isOtherCurrency && { currency }) },
    });
  }

  /** Opens a discrepancy for an amount or recipient that was unreadable and therefore not compared. */
  async openUnreadable(tx: Transaction, payout: PayoutEntity, { unreadable }: ProviderPayout): Promise<void> {
    if (unreadable.some((flaw) => flaw.startsWith('amount '))) {
      const ours = { amount: payout.amount, currency: payout.currency };
      await this.open(tx, payout, { kind: 'AMOUNT', ours, theirs: { amount: 'unreadable' } });
    }
    if (unreadable.some((flaw) => flaw.startsWith('account'))) {
      const facts = { ours: { requisites: 'as requested' }, theirs: { requisites: 'unreadable' } };
      await this.open(tx, payout, { kind: 'RECIPIENT', ...facts });
    }
  }

  /** Opens a discrepancy because the provider changed a final status. */
  async openCorrection(tx: Transaction, payout: PayoutEntity, provider: ProviderPayout): Promise<void> {
    await this.open(tx, payout, {
      kind: 'CORRECTED',
      ours: { status: payout.status, amount: payout.amount, currency: payout.currency },
      theirs: { status: provider.status, providerStatus: provider.providerStatus },
    });
  }

  /** Opens a discrepancy because the provider repeatedly reports an earlier status. */
  async openRegression(tx: Transaction, payout: PayoutEntity, provider: ProviderPayout): Promise<void> {
    await this.open(tx, payout, {
      kind: 'STATUS_REGRESSION',
      ours: { status: payout.status },
      theirs: { status: provider.status, providerStatus: provider.providerStatus },
    });
  }

  /**
   * Opens a discrepancy because the provider no longer has the payout. One absence makes one discrepancy, even if the
   * payout's status changes during the absence.
   */
  async openAbsence(tx: Transaction, payout: PayoutEntity, since: Date): Promise<FoundDiscrepancy> {
    return this.open(tx, payout, {
      kind: 'ABSENT',
      ours: { amount: payout.amount, currency: payout.currency, absentSince: since.toISOString() },
      theirs: null,
    });
  }

  /**
   * Opens a discrepancy because a provider statement does not list a payout that was completed in its period. The facts
   * do not contain the statement, so several statements make only one discrepancy.
   */
  async openNotInStatement(tx: Transaction, payout: PayoutEntity): Promise<void> {
    await this.open(tx, payout, {
      kind: 'NOT_IN_STATEMENT',
      ours: { status: payout.status, amount: payout.amount, currency: payout.currency },
      theirs: null,
    });
  }

  /**
   * Opens discrepancies because a webhook at a Purser payout's address named a provider payout that no attempt sent.
   * Each field that differs makes a discrepancy. If none does, the provider payout is reported as unknown.
   */
  async openUnmatched(tx: Transaction, payout: PayoutEntity, provider: ProviderPayout): Promise<void> {
    const mismatches = this.findMismatches(provider, payout);
    for (const mismatch of mismatches) await this.openMismatch(tx, payout, { provider, mismatch });
    if (mismatches.length === 0) await this.openUnknownPayout(tx, payout.accountId, provider);
  }

  /** Opens a discrepancy because the provider has a payout that no attempt sent. */
  async openUnknownPayout(tx: Transaction, accountId: string, provider: ProviderPayout): Promise<void> {
    await this.lost.keep(tx, accountId, provider);
  }

  private async open(
    tx: Transaction,
    payout: PayoutEntity,
    found: Pick<NewDiscrepancy, 'kind' | 'ours' | 'theirs'> & Partial<Pick<NewDiscrepancy, 'providerPayoutId'>>,
  ): Promise<FoundDiscrepancy> {
    const { id, accountId, providerPayoutId } = payout;
    return this.discrepancies.open(tx, { ...{ accountId, subject: id, payoutId: id, providerPayoutId }, ...found });
  }

  private isOtherRecipient(shown: string | null, payout: PayoutEntity): boolean {
    // A masked value proves nothing, so it does not count as different.
    if (shown === null || this.profile.payoutReadBackRequisites === 'masked' || shown.includes('*')) return false;
    // First compares keyed hashes. The recipient is decrypted only if they differ, because the service may write phone
    // numbers in another format.
    if (payout.requisitesHash && this.vault.requisitesHash(shown).equals(payout.requisitesHash)) return false;
    const recipient = this.vault.openForWireIfReadable(payout);
    // If the recipient is purged or unreadable, the service's format of the number is unknown. A value that cannot be
    // compared does not count as different.
    if (recipient === null) return false;
    return !this.vault.requisitesHash(shown).equals(this.vault.requisitesHash(recipient.requisites));
  }
}
