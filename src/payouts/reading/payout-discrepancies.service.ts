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

/** The fields of a payout that the provider has otherwise than they were asked for. */
export type PayoutMismatch = Extract<DiscrepancyKind, 'AMOUNT' | 'RECIPIENT'>;

/** Opens a discrepancy for each way in which a Purser payout and the provider's answer can differ. */
@Injectable()
export class PayoutDiscrepanciesService {
  constructor(
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly vault: RecipientVault,
    private readonly profile: ProviderProfile,
    private readonly lost: LostPaymentsService,
  ) {}

  /** The fields of a read-back that are not this payout's. A field that the provider left out contradicts nothing. */
  findMismatches(provider: ProviderPayout, payout: PayoutEntity): readonly PayoutMismatch[] {
    const isOtherAmount = provider.amount !== null && compareDecimals(provider.amount, payout.amount) !== 0;
    return [
      ...(isOtherAmount ? (['AMOUNT'] as const) : []),
      ...(this.isOtherRecipient(provider.requisites, payout) ? (['RECIPIENT'] as const) : []),
    ];
  }

  /** Opens a discrepancy for one of those that `findMismatches` found, or sees it again. */
  async openMismatch(
    tx: Transaction,
    payout: PayoutEntity,
    { provider, mismatch }: { readonly provider: ProviderPayout; readonly mismatch: PayoutMismatch },
  ): Promise<FoundDiscrepancy> {
    const { providerPayoutId } = provider;
    if (mismatch === 'AMOUNT' && provider.amount !== null) {
      return this.openAmount(tx, payout, { amount: provider.amount, currency: null, providerPayoutId });
    }
    // Of recipients nothing is told but that they differ: the facts are shown to everybody who reads discrepancies.
    const facts = { ours: { requisites: 'as requested' }, theirs: { requisites: 'another' } };
    return this.open(tx, payout, { kind: mismatch, providerPayoutId, ...facts });
  }

  /**
   * A read-back or a statement shows another amount, or a statement another currency. The facts are the same whoever
   * shows them, and however many zeros are written: or what a person has closed would be another difference with the
   * other of the two.
   */
  async openAmount(
    tx: Transaction,
    payout: PayoutEntity,
    shown: {
      readonly amount: DecimalString;
      readonly currency: string | null;
      /** The id that is shown with them; the payout's own when it is left out. */
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

  /** A read-back has an amount or a recipient that cannot be read, so it could not be compared. */
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

  /** An end was taken back, or changed. */
  async openCorrection(tx: Transaction, payout: PayoutEntity, provider: ProviderPayout): Promise<void> {
    await this.open(tx, payout, {
      kind: 'CORRECTED',
      ours: { status: payout.status, amount: payout.amount, currency: payout.currency },
      theirs: { status: provider.status, providerStatus: provider.providerStatus },
    });
  }

  /** The provider keeps saying something that was over before. */
  async openRegression(tx: Transaction, payout: PayoutEntity, provider: ProviderPayout): Promise<void> {
    await this.open(tx, payout, {
      kind: 'STATUS_REGRESSION',
      ours: { status: payout.status },
      theirs: { status: provider.status, providerStatus: provider.providerStatus },
    });
  }

  /**
   * The provider does not know it any more. One absence is one difference, whatever status the payout is given
   * meanwhile.
   */
  async openAbsence(tx: Transaction, payout: PayoutEntity, since: Date): Promise<FoundDiscrepancy> {
    return this.open(tx, payout, {
      kind: 'ABSENT',
      ours: { amount: payout.amount, currency: payout.currency, absentSince: since.toISOString() },
      theirs: null,
    });
  }

  /** A statement of the provider lacks a completed payout of its period. The facts name no statement: one difference. */
  async openNotInStatement(tx: Transaction, payout: PayoutEntity): Promise<void> {
    await this.open(tx, payout, {
      kind: 'NOT_IN_STATEMENT',
      ours: { status: payout.status, amount: payout.amount, currency: payout.currency },
      theirs: null,
    });
  }

  /**
   * The provider named a payout at the address of a Purser payout, and Purser did not ask for it: a difference where it
   * shows one, or a payout that no attempt asked for.
   */
  async openUnmatched(tx: Transaction, payout: PayoutEntity, provider: ProviderPayout): Promise<void> {
    const mismatches = this.findMismatches(provider, payout);
    for (const mismatch of mismatches) await this.openMismatch(tx, payout, { provider, mismatch });
    if (mismatches.length === 0) await this.openUnknownPayout(tx, payout.accountId, provider);
  }

  /** The provider has a payout that no attempt asked for. */
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
    // A mask shows that something is hidden, and proves nothing.
    if (shown === null || this.profile.payoutReadBackRequisites === 'masked' || shown.includes('*')) return false;
    // By keyed hashes, so that the recipient is opened only where a phone number is written in the service's own way.
    if (payout.requisitesHash && this.vault.requisitesHash(shown).equals(payout.requisitesHash)) return false;
    const recipient = this.vault.openForWireIfReadable(payout);
    // Purged or unreadable: how it was written for the service is not known, and what cannot be compared contradicts
    // nothing.
    if (recipient === null) return false;
    return !this.vault.requisitesHash(shown).equals(this.vault.requisitesHash(recipient.requisites));
  }
}
