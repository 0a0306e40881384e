import { Injectable } from '@nestjs/common';
import { delayBeforeNextTry } from '../../common/backoff.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { StatusChangeCause } from '../../platform/events/status-change.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { explainUnreadable } from '../../provider/port/call-outcome.js';
import { ProviderDetailsService } from '../../desk/provider-details/provider-details.service.js';
import type { ProviderPayout } from '../../provider/port/payouts.port.js';
import { ProviderProfile } from '../../provider/profile/provider-profile.js';
import { fundsStateOf } from '../core/domain/funds-state.js';
import {
  classifyProviderMove,
  isFinalPayoutStatus,
  type ProviderMove,
  type ProviderPayoutState,
} from '../core/domain/payout-status.js';
import { type PayoutMove, PayoutTransitions } from '../core/payout-transitions.js';
import { RecipientVault } from '../recipients/recipient-vault.js';
import { PayoutDiscrepanciesService, type PayoutMismatch } from './payout-discrepancies.service.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import type { ProviderChange } from '../core/persistence/payout-patch.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';

/** Early enough that operators soon learn of a correction, late enough that the second read gets no cached answer. */
export const CONFIRM_AFTER_SECONDS = 10;

// A reconciliation run reads suspected payouts again itself. If the run ends early, the poll tick reads them after this
// time.
const CONFIRM_BEHIND_RUN_SECONDS = 120;

const MISMATCHES: Readonly<Record<PayoutMismatch, string>> = {
  AMOUNT: 'The provider has another amount for this payout.',
  RECIPIENT: 'The provider has another recipient for this payout.',
};

export interface ProviderAnswer {
  readonly provider: ProviderPayout;
  readonly cause: StatusChangeCause;
  /** Whether the poll schedule triggered this read. Only such reads count as steps of the schedule. */
  readonly isDue?: boolean;
  /** True if the database had lost the attempt. Such bindings are counted. */
  readonly isMissing?: true;
}

/** `begunAt` is the value of `performance.now()` before the call to the provider. */
export interface ProviderReadBack extends ProviderAnswer {
  readonly begunAt: number;
}

interface PolledPayout {
  readonly state: ProviderPayoutState | null;
  /** Whether the provider has ever changed the payout's final status. */
  readonly isCorrected: boolean;
}

/** `suspected` means that the answer contradicts the stored status, and counts only after a second read confirms it. */
export type ReadBackResult = 'applied' | 'suspected' | 'mismatch';

@Injectable()
export class ApplyReadBackService {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly transitions: PayoutTransitions,
    private readonly alarms: Alarms,
    private readonly profile: ProviderProfile,
    private readonly discrepancies: PayoutDiscrepanciesService,
    private readonly details: ProviderDetailsService,
    private readonly vault: RecipientVault,
  ) {}

  /** Applies the first answer about a payout, when it is bound. */
  async begin(tx: Transaction, payout: PayoutEntity, answer: ProviderAnswer): Promise<void> {
    await this.write(tx, payout, answer, 'step');
    // The payout stays bound despite mismatches: its callback URL proves the binding, and a payout that is not bound
    // could be sent again.
    await this.reportMismatches(tx, payout, answer.provider);
  }

  /** Whether an answer agrees exactly with the stored payout. */
  isKnown(payout: PayoutEntity, answer: ProviderPayout): boolean {
    const { status, providerStatus, statusMessage } = this.vault.maskWords(payout, answer);
    return (
      payout.suspectedState === null &&
      status === payout.providerState &&
      providerStatus === payout.providerStatus &&
      (statusMessage ?? payout.statusMessage) === payout.statusMessage &&
      this.discrepancies.findMismatches(answer, payout).length === 0
    );
  }

  /**
   * Applies a read-back to a locked, bound payout. Read-backs may be applied in any order and repeatedly: outdated
   * facts change nothing, and an answer that contradicts a final status counts only after a second read confirms it.
   * The second read must start at least 10 s later, because two simultaneous reads may return the same stale answer.
   */
  async apply(tx: Transaction, payout: PayoutEntity, answer: ProviderReadBack): Promise<ReadBackResult> {
    const { provider } = answer;
    const found = await this.reportMismatches(tx, payout, provider);
    const isHeld = found === 'explained' && givesMoneyBack(payout, provider);
    if (isHeld) await this.payouts.noteProblem(tx, payout.id, problemOfRelease(provider));
    if (found === 'unexplained' || isHeld) {
      if (answer.isDue === true) await this.planNextPoll(tx, payout);
      return 'mismatch';
    }
    // As an age instead of a time, because the replicas' clocks differ. The database's clock says when the suspicion
    // arose.
    const ageSeconds = (performance.now() - answer.begunAt) / 1_000;
    const isSeenAgain =
      payout.suspectedState === provider.status &&
      (await this.payouts.isSuspectedFor(tx, payout.id, CONFIRM_AFTER_SECONDS + ageSeconds));
    const move = classifyProviderMove({ state: payout.providerState, read: provider.status, isSeenAgain });
    await this.write(tx, payout, answer, move);
    return move === 'suspicion' ? 'suspected' : 'applied';
  }

  /** Schedules the next poll after one that taught nothing. A payout with a final status is not polled forever. */
  async planNextPoll(tx: Transaction, payout: PayoutEntity): Promise<void> {
    const { id, providerState, checksMade } = payout;
    const made = isEnded(payout) ? checksMade + 1 : checksMade;
    const polled = { state: providerState, isCorrected: payout.correctedAt !== null };
    await this.payouts.planPoll(tx, id, { checksMade: made, seconds: this.nextCheckSeconds(polled, made) });
  }

  /** Restarts the poll schedule of a payout whose status people set. */
  async restartPolls(tx: Transaction, { id, correctedAt }: PayoutEntity, state: ProviderPayoutState): Promise<void> {
    const seconds = this.nextCheckSeconds({ state, isCorrected: correctedAt !== null }, 0);
    await this.payouts.planPoll(tx, id, { checksMade: 0, seconds });
  }

  /**
   * Reports an amount or recipient that differs from the payout's. The status in such an answer is ignored, unless a
   * person confirmed that the provider payout is this one.
   */
  private async reportMismatches(
    tx: Transaction,
    payout: PayoutEntity,
    provider: ProviderPayout,
  ): Promise<'none' | 'explained' | 'unexplained'> {
    const mismatches = this.discrepancies.findMismatches(provider, payout);
    let isExplained = true;
    for (const mismatch of mismatches) {
      const found = await this.discrepancies.openMismatch(tx, payout, { provider, mismatch });
      if (found.isThisPayout) continue;
      isExplained = false;
      // If two people settled the payout, a difference that they closed is no longer a problem.
      if (found.isOpen || !isEnded(payout)) await this.payouts.noteProblem(tx, payout.id, MISMATCHES[mismatch]);
      // Raises the alarm once, because the payout is read repeatedly.
      if (!found.isNew) continue;
      this.alarms.raiseAfter(tx, 'payout_mismatch', { payoutId: payout.id });
    }
    if (mismatches.length === 0) return 'none';
    return isExplained ? 'explained' : 'unexplained';
  }

  private async write(
    tx: Transaction,
    payout: PayoutEntity,
    answer: ProviderAnswer,
    move: ProviderMove,
  ): Promise<void> {
    const { cause } = answer;
    const provider = this.vault.maskWords(payout, answer.provider);
    await this.details.keep(tx, { type: 'PAYOUT', id: payout.id }, provider.details);
    const counts = move === 'step' || move === 'correction';
    const state = counts || payout.providerState === null ? provider.status : payout.providerState;
    const change: ProviderChange = {
      providerPayoutId: provider.providerPayoutId,
      // Several of the provider's statuses may mean the same state. The latest one is shown.
      providerStatus:
        counts || move === 'none' || payout.providerStatus === null ? provider.providerStatus : payout.providerStatus,
      providerState: state,
      statusMessage: provider.statusMessage ?? payout.statusMessage,
      suspectedState: move === 'suspicion' || move === 'stale' || move === 'regression' ? provider.status : null,
      completedAt:
        state === 'COMPLETED' ? (payout.completedAt ?? provider.completedAt ?? new Date()) : payout.completedAt,
      providerCompletedAt:
        state === 'COMPLETED' ? (payout.providerCompletedAt ?? provider.completedAt) : payout.providerCompletedAt,
      correction: move === 'correction' ? `The provider corrected it to "${provider.providerStatus}".` : null,
      ...this.plan(payout, answer, { state, move }),
    };
    await this.transitions.move(tx, payout, {
      to: 'ACCEPTED',
      patch: {
        problem: this.problemOf(provider, move),
        provider: change,
        ...(answer.isMissing && { isClaim: true, blockedBy: null }),
      },
      ...(answer.isMissing && { sentAt: provider.createdAt ?? payout.createdAt }),
      cause,
      evidence: { providerPayoutId: provider.providerPayoutId, providerStatus: provider.providerStatus },
      besides: async () => {
        if (move === 'correction') await this.discrepancies.openCorrection(tx, payout, provider);
        if (move === 'regression') await this.discrepancies.openRegression(tx, payout, provider);
        if (provider.unreadable.length > 0) await this.discrepancies.openUnreadable(tx, payout, provider);
      },
      alarms: alarmsOf(move, state),
    });
  }

  /**
   * Plans the next poll. The schedule starts again when the payout moves, and otherwise each scheduled poll makes the
   * next one later. Reads triggered by a webhook, a person or a reconciliation run do not count as steps.
   */
  private plan(
    payout: PayoutEntity,
    { cause, isDue = false }: ProviderAnswer,
    { state, move }: { readonly state: ProviderPayoutState; readonly move: ProviderMove },
  ): Pick<ProviderChange, 'checksMade' | 'nextCheckSeconds'> {
    const { checksMade } = payout;
    const polled = { state, isCorrected: move === 'correction' || payout.correctedAt !== null };
    if (move === 'suspicion') {
      const isRun = cause === 'RECONCILIATION';
      return { checksMade, nextCheckSeconds: isRun ? CONFIRM_BEHIND_RUN_SECONDS : CONFIRM_AFTER_SECONDS };
    }
    if (state !== payout.providerState) return { checksMade: 0, nextCheckSeconds: this.nextCheckSeconds(polled, 0) };
    if (isDue) return { checksMade: checksMade + 1, nextCheckSeconds: this.nextCheckSeconds(polled, checksMade + 1) };
    // A suspicion had brought the next poll forward, and is resolved now.
    if (payout.suspectedState !== null) {
      return { checksMade, nextCheckSeconds: this.nextCheckSeconds(polled, checksMade) };
    }
    return { checksMade, nextCheckSeconds: 'as planned' };
  }

  private nextCheckSeconds({ state, isCorrected }: PolledPayout, checksMade: number): number | null {
    const { payoutReverifyDelaysSeconds, payoutRecheckDelaysSeconds } = this.profile;
    switch (state) {
      case 'CREATED':
      case 'PROCESSING':
      case 'UNRECOGNIZED':
        return delayBeforeNextTry(this.profile.payoutCheckDelaysSeconds, checksMade);
      case 'COMPLETED':
        // Because of a bank error, a completed payout may be reversed without a webhook, so polling continues for a
        // while.
        return untilNextOf(payoutReverifyDelaysSeconds, checksMade);
      case 'FAILED':
      case 'CANCELED':
      case 'EXPIRED':
        // If people corrected the payout at the provider once, they may do so again, so it is polled for longer.
        return untilNextOf(isCorrected ? payoutReverifyDelaysSeconds : payoutRecheckDelaysSeconds, checksMade);
      case null:
        return null;
    }
  }

  private problemOf(provider: ProviderPayout, move: ProviderMove): string | null {
    if (move === 'suspicion')
      return `The provider says "${provider.providerStatus}" of an ended payout; it is asked again.`;
    if (provider.status === 'UNRECOGNIZED' && move !== 'stale') {
      return `The provider answers the status "${provider.providerStatus}", which the provider profile does not list.`;
    }
    return explainUnreadable(provider.unreadable);
  }
}

/**
 * Returns the delay from one scheduled time to the next, where all times count from the same moment; null after the
 * last.
 */
function untilNextOf(times: readonly number[], checksMade: number): number | null {
  const next = times[checksMade];
  return next === undefined ? null : next - (times[checksMade - 1] ?? 0);
}

export function isEnded({ providerState }: Pick<PayoutEntity, 'providerState'>): boolean {
  return providerState !== null && isFinalPayoutStatus(providerState);
}

/**
 * Whether the provider's status would release the money. That takes two people if one person explained a difference.
 */
function givesMoneyBack({ status }: Pick<PayoutEntity, 'status'>, provider: ProviderPayout): boolean {
  return fundsStateOf(provider.status) === 'AVAILABLE' && fundsStateOf(status) !== 'AVAILABLE';
}

function problemOfRelease({ providerStatus }: ProviderPayout): string {
  return `The provider says "${providerStatus}" with another amount or recipient: two people must settle it as not paid.`;
}

function alarmsOf(move: ProviderMove, state: ProviderPayoutState): NonNullable<PayoutMove['alarms']> {
  if (move === 'correction') return [{ code: 'payout_corrected', details: { to: state } }];
  if (state === 'UNRECOGNIZED' && move === 'step') return [{ code: 'payout_status_unrecognized' }];
  return [];
}
