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

/** The outcome of an attempt, or that its call was never begun. */
export type AttemptOutcome =
  | CallOutcome<ProviderPayout>
  | { readonly kind: 'not_sent'; readonly reason: HeldBackReason };

/** Why nobody knows what became of an attempt. */
interface UnknownEnd {
  readonly cause: StatusChangeCause;
  readonly reason: AttemptReason;
  /** The field of an answer that could not be used, and why. */
  readonly detail?: string | undefined;
  readonly httpStatus: number | null;
  /** The ids that an answer named which could not be used. */
  readonly namedIds?: readonly string[] | undefined;
}

/** What a payout waits for of which nothing was sent for these reasons; a retry for every other. */
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

/** Refusals after which a payout waits. */
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

// Seconds before a payout of which provably nothing was sent is tried again.
const RESEND_DELAYS_SECONDS: readonly number[] = [2, 5, 15, 60, 300];

// Money comes by a bank transfer, not within seconds, and thousands of payouts may wait for it.
const BALANCE_DELAYS_SECONDS: readonly number[] = [60, 300, 900];

/**
 * Settles attempts: by the answer, by its absence, or by evidence. The one place that writes the end of an attempt, so
 * the rules of the protocol stand together. Everything here is safe to repeat.
 */
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

  /** Records what the provider answered. An answer that comes after the sweep still counts. */
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

  /** Provably nothing left this process: the payout may be sent again by another attempt. */
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
   * A refusal that says nothing of the payout: it waits, and is sent again by another attempt while its approval is
   * fresh. False for a refusal of the payout itself.
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

  /** Gives up waiting for an answer. The payout is never sent again for that: silence is not "not paid". */
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
    tx.afterCommit(() => {
      this.alarms.raise('payout_unconfirmed', { payoutId: locked.payout.id, reason: explainReason(end) });
      void this.reviews.request();
    });
  }

  /** Two people found that the provider does not have it: it is closed, or may be sent once more. */
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
    // Bound meanwhile, by evidence that shows its token: an answer that names another id has less to show, and is
    // polled.
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
    // One payout there is not two here: whichever of the two answers was wrong, this one proves nothing.
    await this.recordUnknown(tx, locked, {
      cause: 'PROVIDER_RESPONSE',
      reason: 'id_taken',
      httpStatus: null,
      namedIds: [provider.providerPayoutId],
    });
  }

  /** Ids that were named are kept, whatever became of the attempt meanwhile, and read back. */
  private async recordUnknown(tx: Transaction, locked: LockedAttempt, end: UnknownEnd): Promise<void> {
    const { payout, attempt } = locked;
    // The attempt's own id went there as its external id, and may come back.
    const namedIds = end.namedIds?.filter((id) => id !== attempt.id);
    const [first] = namedIds ?? [];
    await this.makeUnconfirmed(tx, locked, { ...end, namedIds: first === undefined ? undefined : namedIds });
    if (namedIds === undefined || first === undefined) return;
    // One answer is recorded once; what is recorded a second time names the same.
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
    // People's proposal about an unknown outcome is moot once it is known.
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
