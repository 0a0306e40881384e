import { Injectable } from '@nestjs/common';
import { ChangeRequestsService } from '../../access/changes/change-requests.service.js';
import { delayBeforeNextTry } from '../../common/backoff.js';
import { classifyMove } from '../../common/state-machine.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { StatusChangeCause } from '../../platform/events/status-change.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { type CallOutcome, explainReason } from '../../provider/port/call-outcome.js';
import type { ProviderPayout } from '../../provider/port/payouts.port.js';
import { PayoutGateReviews } from '../gate/payout-gate-reviews.js';
import { PayoutTransitions } from '../core/payout-transitions.js';
import type { AttemptReason, HeldBackReason } from '../core/domain/attempt-reason.js';
import type { StoredWait } from '../core/domain/payout-wait.js';
import { ATTEMPT_STATES } from '../core/domain/attempt-state.js';
import { SUBMISSION_STATES, type SubmissionState } from '../core/domain/submission-state.js';
import { AttemptStatesRepository } from '../core/persistence/attempt-states.sql.js';
import { type LockedAttempt, PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import { BindAttemptService } from './bind-attempt.service.js';
import { PayoutEvidenceRepository } from './persistence/payout-evidence.repository.js';

/** The outcome of an attempt. `not_sent` means that Purser did not even start the call. */
export type AttemptOutcome =
  | CallOutcome<ProviderPayout>
  | { readonly kind: 'not_sent'; readonly reason: HeldBackReason };

interface UnknownEnd {
  readonly cause: StatusChangeCause;
  readonly reason: AttemptReason;
  /** Which field of the answer was unusable, and why. */
  readonly detail?: string | undefined;
  readonly httpStatus: number | null;
  readonly namedIds?: readonly string[] | undefined;
}

/** What a payout waits for after each reason for not sending it. After any other reason it waits for a retry. */
const WAITS: Readonly<Partial<Record<AttemptReason, StoredWait>>> = {
  circuit_open: 'CIRCUIT',
  credentials_refused: 'CREDENTIALS',
  budget_exhausted: 'BUDGET',
  budget_unavailable: 'BUDGET',
  window_over: 'BUDGET',
  request_unsendable: 'UNSENDABLE',
};

type Refused = Extract<AttemptOutcome, { kind: 'refused' }>;

interface HeldBack {
  readonly reason: AttemptReason;
  readonly waitsFor: StoredWait;
  readonly because: string;
}

const HELD_BACK: Readonly<Partial<Record<Refused['refuses'], HeldBack>>> = {
  credentials: {
    reason: 'credentials_refused',
    waitsFor: 'CREDENTIALS',
    because: 'the provider refused the token or the address',
  },
  balance: {
    reason: 'balance_refused',
    waitsFor: 'BALANCE',
    because: 'the balance at the provider does not cover it',
  },
};

// Seconds until the next attempt after one that provably sent nothing.
const RESEND_DELAYS_SECONDS: readonly number[] = [2, 5, 15, 60, 300];

// Longer delays, because a balance is topped up by bank transfer, not within seconds, and thousands of payouts may be
// waiting for it.
const BALANCE_DELAYS_SECONDS: readonly number[] = [60, 300, 900];

/** Records how an attempt ended: with an answer, without one, or by evidence. Every method is safe to repeat. */
@Injectable()
export class AttemptOutcomesService {
  constructor(
    private readonly attempts: PayoutAttemptsRepository,
    private readonly attemptStates: AttemptStatesRepository,
    private readonly evidence: PayoutEvidenceRepository,
    private readonly binding: BindAttemptService,
    private readonly transitions: PayoutTransitions,
    private readonly reviews: PayoutGateReviews,
    private readonly changes: ChangeRequestsService,
    private readonly alarms: Alarms,
  ) {}

  /** Records the provider's answer, even if the sweep has already given up waiting for it. */
  async recordOutcome(tx: Transaction, locked: LockedAttempt, outcome: AttemptOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'accepted':
        await this.recordAcceptance(tx, locked, outcome.value);
        return;
      case 'refused':
        if (await this.recordHeldBack(tx, locked, outcome)) return;
        await this.end(tx, locked, {
          attemptState: 'REJECTED',
          submissionState: 'REJECTED',
          cause: 'PROVIDER_RESPONSE',
          reason: 'refused',
          httpStatus: outcome.httpStatus,
          problem: `The provider refused it (${outcome.httpStatus}): ${outcome.message ?? 'no reason given'}`,
        });
        return;
      case 'not_sent':
        await this.recordNotSent(tx, locked, outcome.reason);
        return;
      case 'unknown':
        await this.recordUnknown(tx, locked, {
          cause: 'PROVIDER_RESPONSE',
          reason: outcome.reason,
          detail: outcome.detail,
          httpStatus: outcome.httpStatus,
          namedIds: outcome.namedIds,
        });
    }
  }

  /** Records that provably nothing was sent, so another attempt may send the payout. */
  private async recordNotSent(tx: Transaction, locked: LockedAttempt, reason: AttemptReason): Promise<void> {
    await this.end(tx, locked, {
      attemptState: 'NOT_SENT',
      submissionState: 'APPROVED',
      cause: 'PROVIDER_RESPONSE',
      reason,
      httpStatus: null,
      problem: `Nothing was sent (${reason}); it is tried again.`,
      waitsFor: WAITS[reason] ?? 'RETRY',
    });
  }

  /**
   * Records a refusal that is not about the payout itself: the payout waits, and another attempt sends it as long as
   * its approval counts. Returns false if the refusal is about the payout.
   */
  private async recordHeldBack(tx: Transaction, locked: LockedAttempt, refusal: Refused): Promise<boolean> {
    const held = HELD_BACK[refusal.refuses];
    if (!held) return false;
    const { reason, waitsFor, because } = held;
    const words = refusal.message === null ? '' : `: ${refusal.message}`;
    await this.end(tx, locked, {
      attemptState: 'NOT_SENT',
      submissionState: 'APPROVED',
      cause: 'PROVIDER_RESPONSE',
      reason,
      httpStatus: refusal.httpStatus,
      problem: `Nothing was paid: ${because} (${refusal.httpStatus}${words}). It is sent once that is mended.`,
      waitsFor,
    });
    return true;
  }

  /**
   * Stops waiting for an answer. Never resends the payout for that reason: a missing answer does not mean that it was
   * not paid.
   */
  async makeUnconfirmed(tx: Transaction, locked: LockedAttempt, end: UnknownEnd): Promise<void> {
    if (locked.attempt.state !== 'CLAIMED') return;
    const named = end.namedIds === undefined ? '' : ` The answer named ${end.namedIds.join(', ')}.`;
    await this.end(tx, locked, {
      attemptState: 'UNKNOWN',
      submissionState: 'UNCONFIRMED',
      cause: end.cause,
      reason: end.reason,
      httpStatus: end.httpStatus,
      problem: `It may or may not have been paid (${explainReason(end)}).${named}`,
    });
    this.alarms.raiseAfter(tx, 'payout_unconfirmed', { payoutId: locked.payout.id, reason: explainReason(end) });
    tx.afterCommit(() => {
      void this.reviews.request();
    });
  }

  /**
   * Closes an attempt after two people found that the provider does not have it. The payout ends, or may be sent once
   * more.
   */
  async close(
    tx: Transaction,
    locked: LockedAttempt,
    closing: { readonly actorId: string; readonly reference: string; readonly resend: boolean },
  ): Promise<void> {
    await this.end(tx, locked, {
      attemptState: 'CLOSED',
      submissionState: closing.resend ? 'APPROVED' : 'CLOSED',
      cause: 'OPERATOR',
      reason: 'closed_by_two_people',
      httpStatus: null,
      problem: null,
    });
    await this.evidence.append(tx, {
      payoutId: locked.payout.id,
      attemptId: locked.attempt.id,
      kind: 'OPERATORS_CLOSED',
      providerPayoutId: null,
      actorId: closing.actorId,
      detail: { reference: closing.reference },
    });
  }

  private async recordAcceptance(tx: Transaction, locked: LockedAttempt, provider: ProviderPayout): Promise<void> {
    const { providerPayoutId } = locked.attempt;
    // In the meantime, evidence that shows the token has bound the attempt to another id. This answer is weaker
    // evidence, so its id is only polled.
    const isContradicted = providerPayoutId !== null && providerPayoutId !== provider.providerPayoutId;
    const result = isContradicted
      ? 'taken'
      : await this.binding.bind(tx, locked, {
          provider,
          kind: 'RESPONSE',
          actorId: null,
          cause: 'PROVIDER_RESPONSE',
          reference: null,
        });
    if (result !== 'taken') return;
    // Two attempts cannot share one provider payout. One of the two answers must be wrong, so this one proves nothing.
    await this.recordUnknown(tx, locked, {
      cause: 'PROVIDER_RESPONSE',
      reason: 'id_taken',
      httpStatus: null,
      namedIds: [provider.providerPayoutId],
    });
  }

  /** Stores the ids named in an unusable answer, to be read back, whatever state the attempt is in by now. */
  private async recordUnknown(tx: Transaction, locked: LockedAttempt, end: UnknownEnd): Promise<void> {
    const { payout, attempt } = locked;
    // Without the attempt's own id: Purser sent it as the external id, so the provider may return it.
    const namedIds = end.namedIds?.filter((id) => id !== attempt.id);
    const [first] = namedIds ?? [];
    await this.makeUnconfirmed(tx, locked, { ...end, namedIds: first === undefined ? undefined : namedIds });
    if (namedIds === undefined || first === undefined) return;
    // If the call is repeated, the ids are stored already.
    if (!(await this.attempts.keepNamedPayout(tx, attempt.id, first))) return;
    for (const providerPayoutId of namedIds) {
      await this.evidence.append(tx, {
        payoutId: payout.id,
        attemptId: attempt.id,
        kind: 'RESPONSE_UNUSABLE',
        providerPayoutId,
        actorId: null,
        detail: { reason: explainReason(end), httpStatus: end.httpStatus },
      });
    }
  }

  private async end(
    tx: Transaction,
    { payout, attempt }: LockedAttempt,
    end: {
      readonly attemptState: 'NOT_SENT' | 'REJECTED' | 'UNKNOWN' | 'CLOSED';
      readonly submissionState: Exclude<SubmissionState, 'ACCEPTED'>;
      readonly cause: StatusChangeCause;
      readonly reason: AttemptReason;
      readonly httpStatus: number | null;
      readonly problem: string | null;
      readonly waitsFor?: StoredWait;
    },
  ): Promise<void> {
    if (classifyMove(ATTEMPT_STATES, attempt.state, end.attemptState) !== 'step') return;
    await this.attemptStates.move(tx, attempt, {
      to: end.attemptState,
      reason: end.reason,
      httpStatus: end.httpStatus,
      providerPayoutId: null,
    });
    // The outcome is known now, so an open change request about it is dropped.
    if (attempt.state === 'UNKNOWN') await this.changes.drop(tx, { kind: 'UNCONFIRMED_PAYOUT', subject: payout.id });
    if (classifyMove(SUBMISSION_STATES, payout.submissionState, end.submissionState) !== 'step') return;
    const isDueAgain = end.submissionState === 'APPROVED';
    const delays = end.reason === 'balance_refused' ? BALANCE_DELAYS_SECONDS : RESEND_DELAYS_SECONDS;
    await this.transitions.move(tx, payout, {
      to: end.submissionState,
      patch: {
        problem: end.problem,
        ...(isDueAgain && end.waitsFor && { waitsFor: end.waitsFor }),
        nextAttemptSeconds: isDueAgain ? delayBeforeNextTry(delays, payout.attemptsMade - 1) : null,
      },
      cause: end.cause,
      evidence: { attemptId: attempt.id, reason: end.reason },
    });
  }
}
