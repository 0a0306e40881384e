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

/** Soon enough that an operator hears of a correction, late enough that it is not the same cached answer. */
export const CONFIRM_AFTER_SECONDS = 10;

// A run confirms by itself what it suspects; should it not come to that, the tick of the checks does.
const CONFIRM_BEHIND_RUN_SECONDS = 120;

const MISMATCHES: Readonly<Record<PayoutMismatch, string>> = {
  AMOUNT: 'The provider has another amount for this payout.',
  RECIPIENT: 'The provider has another recipient for this payout.',
};

export interface ProviderAnswer {
  readonly provider: ProviderPayout;
  readonly cause: StatusChangeCause;
  /** Whether it was read because it was due: only that counts as one of the times on its schedule. */
  readonly isDue?: boolean;
  /** Whether its attempt was missing until now, and is to be counted. */
  readonly isMissing?: true;
}

/** `begunAt`: an instant of `performance.now()` from before the provider was asked. */
export interface ProviderReadBack extends ProviderAnswer {
  readonly begunAt: number;
}

interface PolledPayout {
  readonly state: ProviderPayoutState | null;
  /** Whether the provider changed its end before. */
  readonly isCorrected: boolean;
}

/** `suspected`: it contradicts what is known, and counts once it is read again. */
export type ReadBackResult = 'applied' | 'suspected' | 'mismatch';

/** Writes into our payouts what the provider says of those it has. */
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

  /** The provider is now known to have it. */
  async begin(tx: Transaction, payout: PayoutEntity, answer: ProviderAnswer): Promise<void> {
    await this.write(tx, payout, answer, 'step');
    // Bound all the same: its own callback URL proves that it is this payout's, and unbound it could be sent again.
    await this.reportMismatches(tx, payout, answer.provider);
  }

  /** Whether an answer says of a payout exactly what is known of it. */
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
   * Applies a read-back to a locked payout that is bound. Safe in any order and any number of times: what is older than
   * what is known changes nothing, and what contradicts an end counts once it is read a second time, 10 s later or
   * more. Later is when that second read begins: two that were under way together may have the same old answer.
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
    // Handed on as an age, which every replica measures alike; the time of the suspicion is the database's.
    const ageSeconds = (performance.now() - answer.begunAt) / 1_000;
    const isSeenAgain =
      payout.suspectedState === provider.status &&
      (await this.payouts.isSuspectedFor(tx, payout.id, CONFIRM_AFTER_SECONDS + ageSeconds));
    const move = classifyProviderMove({ state: payout.providerState, read: provider.status, isSeenAgain });
    await this.write(tx, payout, answer, move);
    return move === 'suspicion' ? 'suspected' : 'applied';
  }

  /** Plans the poll after one that was due and taught nothing: an ended payout is not polled for ever. */
  async planNextPoll(tx: Transaction, payout: PayoutEntity): Promise<void> {
    const { id, providerState, checksMade } = payout;
    const made = isEnded(payout) ? checksMade + 1 : checksMade;
    const polled = { state: providerState, isCorrected: payout.correctedAt !== null };
    await this.payouts.planPoll(tx, id, { checksMade: made, seconds: this.nextCheckSeconds(polled, made) });
  }

  /** Plans the polls of a payout whose state people have set. */
  async restartPolls(tx: Transaction, { id, correctedAt }: PayoutEntity, state: ProviderPayoutState): Promise<void> {
    const seconds = this.nextCheckSeconds({ state, isCorrected: correctedAt !== null }, 0);
    await this.payouts.planPoll(tx, id, { checksMade: 0, seconds });
  }

  /**
   * Reports another amount or recipient than this payout's. The status that an answer shows beside it is not believed,
   * unless a person found the provider's payout to be this one all the same.
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
      // Two people may have ended it in spite of a difference that they closed.
      if (found.isOpen || !isEnded(payout)) await this.payouts.noteProblem(tx, payout.id, MISMATCHES[mismatch]);
      // Once, like its discrepancy: it is read again and again, and nobody listens to an alarm that goes on for ever.
      if (!found.isNew) continue;
      tx.afterCommit(() => {
        this.alarms.raise('payout_mismatch', { payoutId: payout.id });
      });
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
      // Two words may mean the same: what is shown is the last one said.
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
   * When to look again: the schedule starts over when the payout moves, and otherwise decays with each look that was
   * due. A look in between, by a webhook, a person or a run, uses up none of its times.
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
    // A suspicion had moved the next look, and is gone.
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
        // A bank's error may take a completed payout back without a webhook: it is read again, but not for ever.
        return untilNextOf(payoutReverifyDelaysSeconds, checksMade);
      case 'FAILED':
      case 'CANCELED':
      case 'EXPIRED':
        // People who correct a payout at the provider's desk also correct their correction.
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

/** The step between two times that are counted from one moment; null after the last. */
function untilNextOf(times: readonly number[], checksMade: number): number | null {
  const next = times[checksMade];
  return next === undefined ? null : next - (times[checksMade - 1] ?? 0);
}

/** Whether the provider has ended it, or people have. */
export function isEnded({ providerState }: Pick<PayoutEntity, 'providerState'>): boolean {
  return providerState !== null && isFinalPayoutStatus(providerState);
}

/** Whether a status would give money back: that takes two people where a difference was explained by one. */
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
