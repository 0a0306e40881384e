import { Injectable } from '@nestjs/common';
import { delayBeforeNextTry } from '../../common/backoff.js';
import { classifyMove } from '../../common/state-machine.js';
import type { Transaction } from '../../database/transaction.js';
import { ChangeRequestsService } from '../../access/changes/change-requests.service.js';
import type { StatusChangeCause } from '../../events/status-change.js';
import { Alarms } from '../../observability/alarms.js';
import type { CallOutcome } from '../../provider/port/call-outcome.js';
import type { ProviderPayout } from '../../provider/port/payouts.port.js';
import { ATTEMPT_STATES } from '../core/domain/attempt-state.js';
import { type SubmissionState, SUBMISSION_STATES } from '../core/domain/submission-state.js';
import { PayoutTransitions } from '../controls/payout-transitions.js';
import { PayoutGateReviews } from '../controls/payout-gate-reviews.js';
import { PayoutGateService } from '../controls/payout-gate.service.js';
import { ApplyReadBackService } from '../reading/apply-read-back.service.js';
import type { PayoutAttemptEntity } from '../core/persistence/payout-attempt.entity.js';
import { AttemptStatesRepository } from '../core/persistence/attempt-states.sql.js';
import { PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import type { BindingEvidenceKind, EvidenceKind } from './domain/payout-evidence.js';
import { PayoutEvidenceRepository } from './persistence/payout-evidence.repository.js';
import type { PayoutEntity } from '../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';

/** The database has no such attempt of this payout. */
export class AttemptMissingError extends Error {
  override readonly name = 'AttemptMissingError';

  constructor(attemptId: string) {
    super(`Attempt ${attemptId} is not in the database`);
  }
}

/** The outcome of an attempt, or that its call was never begun. */
export type AttemptOutcome = CallOutcome<ProviderPayout> | { readonly kind: 'not_sent'; readonly reason: string };

/** A payout and one of its attempts, both locked until the transaction ends. */
export interface LockedAttempt {
  readonly payout: PayoutEntity;
  readonly attempt: PayoutAttemptEntity;
}

export interface Binding {
  readonly provider: ProviderPayout;
  readonly kind: BindingEvidenceKind;
  readonly actorId: string | null;
  readonly cause: StatusChangeCause;
  readonly reference: string | null;
}

/** Why nobody knows what became of an attempt. */
interface UnknownEnd {
  readonly cause: StatusChangeCause;
  readonly reason: string;
  readonly httpStatus: number | null;
  /** The ids that an answer named which could not be used. */
  readonly namedIds?: readonly string[] | undefined;
}

export type BindingResult = 'bound' | 'already_bound' | 'duplicate' | 'taken';

// Seconds before a payout of which provably nothing was sent is tried again.
const RESEND_DELAYS_SECONDS: readonly number[] = [2, 5, 15, 60, 300];

/**
 * Settles attempts: by the answer, by its absence, or by evidence. The one place that writes the end of an attempt, so
 * the rules of the protocol stand together. Everything here is safe to repeat.
 */
@Injectable()
export class AttemptOutcomesService {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly attemptStates: AttemptStatesRepository,
    private readonly evidence: PayoutEvidenceRepository,
    private readonly readBacks: ApplyReadBackService,
    private readonly transitions: PayoutTransitions,
    private readonly gate: PayoutGateService,
    private readonly reviews: PayoutGateReviews,
    private readonly changes: ChangeRequestsService,
    private readonly alarms: Alarms,
  ) {}

  /** Locks a payout and its attempt, always in this order, so that two transactions cannot deadlock. */
  async lock(tx: Transaction, ids: { readonly payoutId: string; readonly attemptId: string }): Promise<LockedAttempt> {
    const payout = await this.payouts.findForUpdate(tx, ids.payoutId);
    const attempt = await this.attempts.findForUpdate(tx, ids.attemptId);
    if (!payout || attempt?.payoutId !== payout.id) throw new AttemptMissingError(ids.attemptId);
    return { payout, attempt };
  }

  /** Records what the provider answered. An answer that comes after the sweep still counts. */
  async recordOutcome(tx: Transaction, locked: LockedAttempt, outcome: AttemptOutcome): Promise<void> {
    switch (outcome.kind) {
      case 'accepted':
        await this.recordAcceptance(tx, locked, outcome.value);
        return;
      case 'refused':
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
          httpStatus: outcome.httpStatus,
          namedIds: outcome.namedIds,
        });
    }
  }

  /** Provably nothing left this process: the payout may be sent again by another attempt. */
  private async recordNotSent(tx: Transaction, locked: LockedAttempt, reason: string): Promise<void> {
    await this.end(tx, locked, {
      attemptState: 'NOT_SENT',
      submissionState: 'APPROVED',
      cause: 'PROVIDER_RESPONSE',
      reason,
      httpStatus: null,
      problem: `Nothing was sent (${reason}); it is tried again.`,
    });
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
      problem: `It may or may not have been paid (${end.reason}).${named}`,
    });
    tx.afterCommit(() => {
      this.alarms.raise('payout_unconfirmed', { payoutId: locked.payout.id, reason: end.reason });
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

  /**
   * Binds an attempt to the provider's payout by evidence. Evidence beats paperwork: a rejected or closed attempt that
   * turns out to be there is bound with an alarm, and one that turns out to be a second payment shuts the gate.
   */
  async bind(tx: Transaction, { payout, attempt }: LockedAttempt, binding: Binding): Promise<BindingResult> {
    const { providerPayoutId } = binding.provider;
    if (attempt.providerPayoutId === providerPayoutId) return 'already_bound';
    if (await this.attempts.isProviderIdTaken(tx, providerPayoutId)) return 'taken';
    if (classifyMove(ATTEMPT_STATES, attempt.state, 'ACCEPTED') === 'refused' || payout.providerPayoutId !== null) {
      await this.reportDuplicate(tx, { payout, attempt }, binding);
      return 'duplicate';
    }
    const live = await this.attempts.findLiveForUpdate(tx, payout.id);
    if (live && live.id !== attempt.id) {
      await this.reportDuplicate(tx, { payout, attempt }, binding);
      return 'duplicate';
    }
    await this.attemptStates.move(tx, attempt, {
      to: 'ACCEPTED',
      reason: binding.kind,
      httpStatus: null,
      providerPayoutId,
    });
    await this.appendEvidence(tx, { payout, attempt }, binding, binding.kind);
    await this.dropChangeRequest(tx, { payout, attempt });
    await this.readBacks.begin(tx, payout, { provider: binding.provider, cause: binding.cause });
    if (attempt.state !== 'CLAIMED' && attempt.state !== 'UNKNOWN') {
      tx.afterCommit(() => {
        this.alarms.raise('payout_found_after_end', { payoutId: payout.id, was: payout.submissionState });
      });
    }
    return 'bound';
  }

  private async recordAcceptance(tx: Transaction, locked: LockedAttempt, provider: ProviderPayout): Promise<void> {
    const { providerPayoutId } = locked.attempt;
    // Bound meanwhile, by evidence that shows its token: an answer that names another id has less to show, and is
    // polled.
    const isContradicted = providerPayoutId !== null && providerPayoutId !== provider.providerPayoutId;
    const result = isContradicted
      ? 'taken'
      : await this.bind(tx, locked, {
          provider,
          kind: 'RESPONSE',
          actorId: null,
          cause: 'PROVIDER_RESPONSE',
          reference: null,
        });
    if (result !== 'taken') return;
    // One payout there is not two of ours: whichever of the two answers was wrong, this one proves nothing.
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
        detail: { reason: end.reason, httpStatus: end.httpStatus },
      });
    }
  }

  private async reportDuplicate(tx: Transaction, { payout, attempt }: LockedAttempt, binding: Binding): Promise<void> {
    // Reported once: its webhooks go on, and must not shut a gate that a person has opened in spite of it.
    if (await this.evidence.isKnownDuplicate(tx, attempt.id, binding.provider.providerPayoutId)) return;
    await this.appendEvidence(tx, { payout, attempt }, binding, 'DUPLICATE');
    const finding = `The provider also has ${binding.provider.providerPayoutId} for this payout: it was paid twice.`;
    await this.payouts.noteFinding(tx, payout.id, finding);
    await this.gate.shut(tx, 'A payout was paid twice.');
    tx.afterCommit(() => {
      this.alarms.raise('payout_duplicate_paid', { payoutId: payout.id, attemptId: attempt.id });
    });
  }

  private async appendEvidence(
    tx: Transaction,
    { payout, attempt }: LockedAttempt,
    binding: Binding,
    kind: EvidenceKind,
  ): Promise<void> {
    await this.evidence.append(tx, {
      payoutId: payout.id,
      attemptId: attempt.id,
      kind,
      providerPayoutId: binding.provider.providerPayoutId,
      actorId: binding.actorId,
      detail: binding.reference === null ? {} : { reference: binding.reference },
    });
  }

  private async end(
    tx: Transaction,
    { payout, attempt }: LockedAttempt,
    end: {
      readonly attemptState: 'NOT_SENT' | 'REJECTED' | 'UNKNOWN' | 'CLOSED';
      readonly submissionState: Exclude<SubmissionState, 'ACCEPTED'>;
      readonly cause: StatusChangeCause;
      readonly reason: string;
      readonly httpStatus: number | null;
      readonly problem: string | null;
    },
  ): Promise<void> {
    if (classifyMove(ATTEMPT_STATES, attempt.state, end.attemptState) !== 'step') return;
    await this.attemptStates.move(tx, attempt, {
      to: end.attemptState,
      reason: end.reason,
      httpStatus: end.httpStatus,
      providerPayoutId: null,
    });
    await this.dropChangeRequest(tx, { payout, attempt });
    if (classifyMove(SUBMISSION_STATES, payout.submissionState, end.submissionState) !== 'step') return;
    const isDueAgain = end.submissionState === 'APPROVED';
    await this.transitions.move(tx, payout, {
      to: end.submissionState,
      patch: {
        problem: end.problem,
        nextAttemptSeconds: isDueAgain ? delayBeforeNextTry(RESEND_DELAYS_SECONDS, payout.attemptsMade - 1) : null,
      },
      cause: end.cause,
      evidence: { attemptId: attempt.id, reason: end.reason },
    });
  }

  /** What people proposed to do about an unknown outcome is moot once it is known. */
  private async dropChangeRequest(tx: Transaction, { payout, attempt }: LockedAttempt): Promise<void> {
    if (attempt.state === 'UNKNOWN') await this.changes.drop(tx, { kind: 'UNCONFIRMED_PAYOUT', subject: payout.id });
  }
}
