import { Injectable } from '@nestjs/common';
import { ChangeRequestsService } from '../../access/changes/change-requests.service.js';
import { classifyMove } from '../../common/state-machine.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { StatusChangeCause } from '../../platform/events/status-change.js';
import { Alarms } from '../../platform/observability/alarms.js';
import type { ProviderPayout } from '../../provider/port/payouts.port.js';
import { PayoutGateService } from '../gate/payout-gate.service.js';
import type { BindingReason } from '../core/domain/attempt-reason.js';
import { ATTEMPT_STATES, LIVE_ATTEMPT_STATES } from '../core/domain/attempt-state.js';
import { AttemptStatesRepository } from '../core/persistence/attempt-states.sql.js';
import { type LockedAttempt, PayoutAttemptsRepository } from '../core/persistence/payout-attempts.repository.js';
import { PayoutsRepository } from '../core/persistence/payouts.repository.js';
import { ApplyReadBackService } from '../reading/apply-read-back.service.js';
import type { EvidenceKind } from './domain/payout-evidence.js';
import { PayoutEvidenceRepository } from './persistence/payout-evidence.repository.js';

export interface Binding {
  readonly provider: ProviderPayout;
  readonly kind: BindingReason;
  readonly actorId: string | null;
  readonly cause: StatusChangeCause;
  readonly reference: string | null;
  /** True if the database had lost the attempt. Such bindings are counted. */
  readonly isMissing?: true;
}

export type BindingResult = 'bound' | 'already_bound' | 'duplicate' | 'taken';

/** Binds attempts to provider payouts. No other class writes a payout's provider id. */
@Injectable()
export class BindAttemptService {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly attemptStates: AttemptStatesRepository,
    private readonly evidence: PayoutEvidenceRepository,
    private readonly answers: ApplyReadBackService,
    private readonly gate: PayoutGateService,
    private readonly changes: ChangeRequestsService,
    private readonly alarms: Alarms,
  ) {}

  /**
   * Binds an attempt to a provider payout that evidence shows to belong to it. Evidence overrides the recorded state: a
   * rejected or closed attempt that turns up at the provider is bound, with an alarm. A second payment shuts the gate.
   */
  async bind(tx: Transaction, { payout, attempt }: LockedAttempt, binding: Binding): Promise<BindingResult> {
    const { providerPayoutId } = binding.provider;
    if (attempt.providerPayoutId === providerPayoutId) return 'already_bound';
    if (await this.attempts.isProviderIdTaken(tx, providerPayoutId)) return 'taken';
    if (classifyMove(ATTEMPT_STATES, attempt.state, 'ACCEPTED') === 'refused' || payout.providerPayoutId !== null) {
      await this.reportDuplicate(tx, { payout, attempt }, binding);
      return 'duplicate';
    }
    // A live attempt excludes any other live one.
    const mayOtherLive = !LIVE_ATTEMPT_STATES.includes(attempt.state);
    if (mayOtherLive && (await this.attempts.findLiveForUpdate(tx, payout.id))) {
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
    // The outcome is known now, so an open change request about it is dropped.
    if (attempt.state === 'UNKNOWN') await this.changes.drop(tx, { kind: 'UNCONFIRMED_PAYOUT', subject: payout.id });
    const { provider, cause, isMissing } = binding;
    await this.answers.begin(tx, payout, { provider, cause, ...(isMissing && { isMissing }) });
    if (attempt.state !== 'CLAIMED' && attempt.state !== 'UNKNOWN') {
      this.alarms.raiseAfter(tx, 'payout_found_after_end', { payoutId: payout.id, was: payout.submissionState });
    }
    return 'bound';
  }

  private async reportDuplicate(tx: Transaction, { payout, attempt }: LockedAttempt, binding: Binding): Promise<void> {
    // A duplicate is reported only once. Later webhooks about it must not shut a gate that a person has reopened.
    if (await this.evidence.isKnownDuplicate(tx, attempt.id, binding.provider.providerPayoutId)) return;
    await this.appendEvidence(tx, { payout, attempt }, binding, 'DUPLICATE');
    const finding = `The provider also has ${binding.provider.providerPayoutId} for this payout: it was paid twice.`;
    await this.payouts.noteFinding(tx, payout.id, finding);
    await this.gate.shut(tx, 'A payout was paid twice.');
    this.alarms.raiseAfter(tx, 'payout_duplicate_paid', {
      payoutId: payout.id,
      attemptId: attempt.id,
      boundTo: payout.providerPayoutId,
      providerPayoutId: binding.provider.providerPayoutId,
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
}
