import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { StatusChangeCause } from '../../platform/events/status-change.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { explainReason, type ReadOutcome } from '../../provider/port/call-outcome.js';
import type { ProviderPayout } from '../../provider/port/payouts.port.js';
import { isCorroborated, isDisproved } from './domain/binding-rules.js';
import { tokenOwner } from '../core/domain/callback-token.js';
import { secondsToNextPoll } from '../core/domain/payout-absence.js';
import { PayoutBindingsService } from './payout-bindings.service.js';
import { PayoutDiscrepanciesService } from '../reading/payout-discrepancies.service.js';
import { ApplyReadBackService, isEnded } from '../reading/apply-read-back.service.js';
import { PayoutReader } from '../reading/payout-reader.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';

export type PayoutReadResult =
  /** `isSuspected` means that the answer contradicts the recorded final status, so a second read must confirm it. */
  | { readonly kind: 'applied'; readonly isSuspected: boolean }
  | { readonly kind: 'mismatch' }
  /** The id belongs to another payout, so this payout is not bound to it, or no longer. */
  | { readonly kind: 'disproved' }
  /**
   * `isSuspected` means that the payout was accepted so recently that the provider's reads may lag behind. It is read
   * again soon.
   */
  | { readonly kind: 'absent'; readonly isSuspected: boolean }
  | { readonly kind: 'unavailable'; readonly reason: string };

type Answered = Exclude<ReadOutcome<ProviderPayout>, { readonly kind: 'unavailable' }>;

/** `isDue` means that the payout's own poll schedule triggered the read. */
interface WhyRead {
  readonly cause: StatusChangeCause;
  readonly isDue: boolean;
}

/** `begunAt` is the value of `performance.now()` before the call to the provider. */
interface ReadBack extends WhyRead {
  readonly begunAt: number;
}

export type BoundPayout = PayoutEntity & { readonly providerPayoutId: string };

export function isBoundPayout(payout: PayoutEntity): payout is BoundPayout {
  return payout.providerPayoutId !== null;
}

// The same as the last step of the poll schedule: the provider may show the payout again, and an alarm was raised.
const ABSENT_DELAY_SECONDS = 1_800;

/** Reads bound payouts back. Whatever triggered the read, only the provider's answer decides. */
@Injectable()
export class ReadBackPayoutService {
  constructor(
    private readonly reader: PayoutReader,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly answers: ApplyReadBackService,
    private readonly bindings: PayoutBindingsService,
    private readonly discrepancies: PayoutDiscrepanciesService,
    private readonly alarms: Alarms,
  ) {}

  async readBack(
    payout: BoundPayout,
    { isUrgent, ...why }: WhyRead & { readonly isUrgent: boolean },
  ): Promise<PayoutReadResult> {
    const begunAt = performance.now();
    const read = await this.reader.read(subjectOf(payout), isUrgent ? 'interactive' : 'background');
    return this.record(payout, read, { ...why, begunAt });
  }

  /**
   * Like `readBack`, but for a reconciliation run. An unchanged payout needs no transaction, because the run marks it
   * as read.
   */
  async readBackInRun(payout: BoundPayout): Promise<PayoutReadResult | { readonly kind: 'unchanged' }> {
    const begunAt = performance.now();
    const read = await this.reader.read(subjectOf(payout), 'background');
    if (read.kind === 'found' && (await this.isUnchanged(payout, read.value))) return { kind: 'unchanged' };
    return this.record(payout, read, { cause: 'RECONCILIATION', isDue: false, begunAt });
  }

  /** Applies the answer to the payout, which may no longer be bound to the id that was read. */
  private async record(
    asked: BoundPayout,
    read: ReadOutcome<ProviderPayout>,
    why: ReadBack,
  ): Promise<PayoutReadResult> {
    // Nothing was learned, so nothing is written. A payout that was due becomes due again when its lease expires.
    if (read.kind === 'unavailable') {
      const reason = explainReason(read);
      if (read.detail !== undefined) await this.noteUnusable(asked, reason);
      return { kind: 'unavailable', reason };
    }
    return this.unitOfWork.run((tx) => this.apply(tx, asked, { read, why }));
  }

  /**
   * Records why an answer was unusable. The next answers will be unusable, too, so a person has to look at the payout.
   */
  private async noteUnusable({ id, problem }: BoundPayout, reason: string): Promise<void> {
    const unusable = `The provider's answer could not be used (${reason}).`;
    if (problem === unusable) return;
    await this.unitOfWork.run((tx) => this.payouts.noteProblem(tx, id, unusable));
  }

  /** Whether the answer agrees exactly with the stored payout. */
  private async isUnchanged(payout: BoundPayout, provider: ProviderPayout): Promise<boolean> {
    const isSame =
      payout.problem === null && provider.unreadable.length === 0 && this.answers.isKnown(payout, provider);
    const attempt = isSame ? await this.attempts.findByProviderId(payout.providerPayoutId) : null;
    return attempt?.payoutId === payout.id && tokenOwner(provider.callbackUrl, attempt) !== 'another';
  }

  private async apply(
    tx: Transaction,
    { id, providerPayoutId }: BoundPayout,
    { read, why }: { readonly read: Answered; readonly why: ReadBack },
  ): Promise<PayoutReadResult> {
    const payout = await this.payouts.findForUpdate(tx, id);
    if (!payout) throw new Error('A payout vanished while it was being checked');
    // The binding was removed during the read, so the answer does not concern this payout.
    if (payout.providerPayoutId !== providerPayoutId) return { kind: 'disproved' };
    if (read.kind === 'found') {
      const attempt = await this.attempts.findLiveForUpdate(tx, id);
      if (!attempt) throw new Error('A bound payout without its attempt');
      const owner = tokenOwner(read.value.callbackUrl, attempt);
      const isOther = this.discrepancies.findMismatches(read.value, payout).length > 0;
      if (isDisproved({ owner, boundBy: attempt.reason, isOther, isCorroborated: isCorroborated(payout) })) {
        await this.bindings.disprove(tx, { payout, attempt }, { providerPayoutId, cause: why.cause });
        return { kind: 'disproved' };
      }
      if (payout.absentSince !== null) await this.payouts.noteShown(tx, id);
      const result = await this.answers.apply(tx, payout, { provider: read.value, ...why });
      return result === 'mismatch' ? { kind: 'mismatch' } : { kind: 'applied', isSuspected: result === 'suspected' };
    }
    return this.applyAbsence(tx, payout, why);
  }

  private async applyAbsence(tx: Transaction, payout: PayoutEntity, { isDue }: WhyRead): Promise<PayoutReadResult> {
    const { id } = payout;
    const absence = await this.payouts.noteAbsence(tx, id);
    const nextPollSeconds = secondsToNextPoll(absence);
    if (nextPollSeconds !== null) {
      await this.payouts.postponePoll(tx, id, nextPollSeconds);
      return { kind: 'absent', isSuspected: true };
    }
    const found = await this.discrepancies.openAbsence(tx, payout, absence.since);
    // If two people settled the payout despite its absence, its discrepancy is closed and no problem is noted.
    if (found.isOpen || !isEnded(payout)) {
      await this.payouts.noteProblem(tx, id, 'The provider no longer knows this payout.');
    }
    if (!isEnded(payout)) await this.payouts.postponePoll(tx, id, ABSENT_DELAY_SECONDS);
    else if (isDue) await this.answers.planNextPoll(tx, payout);
    if (found.isNew) {
      this.alarms.raiseAfter(tx, 'payout_absent', { payoutId: id });
    }
    return { kind: 'absent', isSuspected: false };
  }
}

function subjectOf({ id, accountId, providerPayoutId }: BoundPayout) {
  return { payoutId: id, accountId, providerPayoutId };
}
