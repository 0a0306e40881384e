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

/** Fields in which the provider's payout differs from the request. */
export type PayoutMismatch = Extract<DiscrepancyKind, 'AMOUNT' | 'RECIPIENT'>;

@Injectable()
export class PayoutDiscrepanciesService {
  constructor(
    private readonly discrepancies: DiscrepanciesRepository,
    private readonly vault: RecipientVault,
    private readonly profile: ProviderProfile,
    private readonly lost: LostPaymentsService,
  ) {}

  /** Returns the fields in which a read-back differs from this payout. An absent field contradicts nothing. */
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
    // Recipients stay hidden, because everyone who reads discrepancies sees these facts.
    const facts = { ours: { requisites: 'as requested' }, theirs: { requisites: 'another' } };
    return this.open(tx, payout, { kind: mismatch, providerPayoutId, ...facts });
  }

  /**
   * Opens a discrepancy for another amount in a read-back or a statement, or another currency in a statement. The facts
   * do not depend on the source or on trailing zeros; otherwise a closed difference would reopen with the other source.
   */
  async openAmount(
    tx: Transaction,
    payout: PayoutEntity,
    shown: {
      readonly amount: DecimalString;
      readonly currency: string | null;
      /** The provider id shown with it. Defaults to the payout's own. */
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

  /** Opens a discrepancy for an unreadable amount or recipient, which could not be compared. */
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

  /** The provider withdrew or changed an end. */
  async openCorrection(tx: Transaction, payout: PayoutEntity, provider: ProviderPayout): Promise<void> {
    await this.open(tx, payout, {
      kind: 'CORRECTED',
      ours: { status: payout.status, amount: payout.amount, currency: payout.currency },
      theirs: { status: provider.status, providerStatus: provider.providerStatus },
    });
  }

  /** The provider repeatedly reports a state that was already over. */
  async openRegression(tx: Transaction, payout: PayoutEntity, provider: ProviderPayout): Promise<void> {
    await this.open(tx, payout, {
      kind: 'STATUS_REGRESSION',
      ours: { status: payout.status },
      theirs: { status: provider.status, providerStatus: provider.providerStatus },
    });
  }

  /**
   * The provider no longer has the payout. One absence is one discrepancy, whatever status the payout gets meanwhile.
   */
  async openAbsence(tx: Transaction, payout: PayoutEntity, since: Date): Promise<FoundDiscrepancy> {
    return this.open(tx, payout, {
      kind: 'ABSENT',
      ours: { amount: payout.amount, currency: payout.currency, absentSince: since.toISOString() },
      theirs: null,
    });
  }

  /**
   * A provider statement lacks a completed payout of its period. The facts do not name the statement, so several
   * statements share one discrepancy.
   */
  async openNotInStatement(tx: Transaction, payout: PayoutEntity): Promise<void> {
    await this.open(tx, payout, {
      kind: 'NOT_IN_STATEMENT',
      ours: { status: payout.status, amount: payout.amount, currency: payout.currency },
      theirs: null,
    });
  }

  /**
   * The provider named a payout at the address of a Purser payout, and no attempt sent it. Each differing field opens
   * a discrepancy; without any, the payout is an unknown one.
   */
  async openUnmatched(tx: Transaction, payout: PayoutEntity, provider: ProviderPayout): Promise<void> {
    const mismatches = this.findMismatches(provider, payout);
    for (const mismatch of mismatches) await this.openMismatch(tx, payout, { provider, mismatch });
    if (mismatches.length === 0) await this.openUnknownPayout(tx, payout.accountId, provider);
  }

  /** The provider has a payout that no attempt sent. */
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
    // A masked value proves nothing.
    if (shown === null || this.profile.payoutReadBackRequisites === 'masked' || shown.includes('*')) return false;
    // Compares keyed hashes first, so the recipient is decrypted only if a phone number has a service-specific
    // spelling.
    if (payout.requisitesHash && this.vault.requisitesHash(shown).equals(payout.requisitesHash)) return false;
    const recipient = this.vault.openForWireIfReadable(payout);
    // Purged or unreadable: the service-specific spelling is unknown, and a value that cannot be compared contradicts
    // nothing.
    if (recipient === null) return false;
    return !this.vault.requisitesHash(shown).equals(this.vault.requisitesHash(recipient.requisites));
  }
}
