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
  /** `isSuspected`: it contradicts the recorded end and must be confirmed by a second read. */
  | { readonly kind: 'applied'; readonly isSuspected: boolean }
  | { readonly kind: 'mismatch' }
  /** The id belongs to another payout, and this payout is not, or no longer, bound to it. */
  | { readonly kind: 'disproved' }
  /** `isSuspected`: bound so recently that the provider's reads may lag behind. It is read again soon. */
  | { readonly kind: 'absent'; readonly isSuspected: boolean }
  | { readonly kind: 'unavailable'; readonly reason: string };

type Answered = Exclude<ReadOutcome<ProviderPayout>, { readonly kind: 'unavailable' }>;

/** `isDue`: the payout's own poll schedule triggered the read. */
interface WhyRead {
  readonly cause: StatusChangeCause;
  readonly isDue: boolean;
}

/** `begunAt`: `performance.now()` before the provider was called. */
interface ReadBack extends WhyRead {
  readonly begunAt: number;
}

export type BoundPayout = PayoutEntity & { readonly providerPayoutId: string };

export function isBoundPayout(payout: PayoutEntity): payout is BoundPayout {
  return payout.providerPayoutId !== null;
}

// The last step of the poll schedule: the provider may find it again, and an alarm has been raised.
const ABSENT_DELAY_SECONDS = 1_800;

/** Reads bound payouts back. The provider's answer decides, whatever triggered the read. */
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

  /** Like `readBack`, for a reconciliation run. An unchanged payout costs no transaction; the run marks it as read. */
  async readBackInRun(payout: BoundPayout): Promise<PayoutReadResult | { readonly kind: 'unchanged' }> {
    const begunAt = performance.now();
    const read = await this.reader.read(subjectOf(payout), 'background');
    if (read.kind === 'found' && (await this.isUnchanged(payout, read.value))) return { kind: 'unchanged' };
    return this.record(payout, read, { cause: 'RECONCILIATION', isDue: false, begunAt });
  }

  /** Applies a read-back to the payout that was bound to the id when the read began. */
  private async record(
    asked: BoundPayout,
    read: ReadOutcome<ProviderPayout>,
    why: ReadBack,
  ): Promise<PayoutReadResult> {
    // Nothing was learned, so nothing changes. A due payout becomes due again when its lease expires.
    if (read.kind === 'unavailable') {
      const reason = explainReason(read);
      if (read.detail !== undefined) await this.noteUnusable(asked, reason);
      return { kind: 'unavailable', reason };
    }
    return this.unitOfWork.run((tx) => this.apply(tx, asked, { read, why }));
  }

  /** Records why an answer was unusable: the next answers will be too, so a person has to look. */
  private async noteUnusable({ id, problem }: BoundPayout, reason: string): Promise<void> {
    const unusable = `The provider's answer could not be used (${reason}).`;
    if (problem === unusable) return;
    await this.unitOfWork.run((tx) => this.payouts.noteProblem(tx, id, unusable));
  }

  /** Whether a read-back agrees exactly with the stored payout. */
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
    // The binding was removed during the read, so the answer says nothing about this payout.
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
    // Two people may have settled it despite the absence.
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
