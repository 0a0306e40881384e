import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import type { StatusChangeCause } from '../../platform/events/status-change.js';
import { PayoutGateReviews } from '../gate/payout-gate-reviews.js';
import { PayoutTransitions } from '../core/payout-transitions.js';
import type { LockedAttempt } from '../core/persistence/payout-attempts.repository.js';
import type { PayoutPatch } from '../core/persistence/payout-patch.js';
import { AttemptStatesRepository } from '../core/persistence/attempt-states.sql.js';
import { PayoutEvidenceRepository } from './persistence/payout-evidence.repository.js';

// Removes everything that the provider said about the wrong id.
const UNBOUND: PayoutPatch = {
  problem: 'The provider answered with the id of another payout; Purser checks whether this one was paid.',
  providerPayoutId: null,
  providerStatus: null,
  providerState: null,
  statusMessage: null,
  suspectedState: null,
  suspectedAt: null,
  completedAt: null,
  providerCompletedAt: null,
  acceptedAt: null,
  absentSince: null,
  checksMade: 0,
  nextCheckAt: null,
};

/**
 * Removes disproved bindings. A binding is disproved if the provider answered with the id of another payout: a
 * read-back of the id shows another attempt's callback address, another amount or another recipient, or finds nothing.
 * The payout then is unconfirmed, as if there had been no answer, the attempt stays its only live one, and the id may
 * be bound to its real owner.
 */
@Injectable()
export class PayoutBindingsService {
  constructor(
    private readonly attempts: AttemptStatesRepository,
    private readonly evidence: PayoutEvidenceRepository,
    private readonly transitions: PayoutTransitions,
    private readonly reviews: PayoutGateReviews,
  ) {}

  /** Removes a binding. Does nothing if the attempt is no longer bound to this id. */
  async disprove(
    tx: Transaction,
    { payout, attempt }: LockedAttempt,
    disproof: {
      readonly providerPayoutId: string;
      readonly cause: StatusChangeCause;
      /** The person who found that the binding is wrong; absent if a read-back proved it. */
      readonly by?: { readonly actorId: string; readonly reference: string };
    },
  ): Promise<void> {
    const { providerPayoutId, cause, by } = disproof;
    if (attempt.providerPayoutId !== providerPayoutId) return;
    await this.attempts.move(tx, attempt, { to: 'UNKNOWN', reason: 'binding_disproved', providerPayoutId: null });
    await this.evidence.append(tx, {
      payoutId: payout.id,
      attemptId: attempt.id,
      kind: 'BINDING_DISPROVED',
      providerPayoutId,
      actorId: by?.actorId ?? null,
      detail: by ? { reference: by.reference } : {},
    });
    await this.transitions.move(tx, payout, {
      to: 'UNCONFIRMED',
      patch: UNBOUND,
      cause,
      evidence: { attemptId: attempt.id, reason: 'binding_disproved' },
      alarms: [{ code: 'payout_binding_disproved', details: { attemptId: attempt.id } }],
    });
    tx.afterCommit(() => {
      void this.reviews.request();
    });
  }
}
