import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import { lostPaymentMessage, LostPaymentsService } from '../../gate/lost/lost-payments.service.js';
import { PayoutGateService } from '../../gate/payout-gate.service.js';
import { TRY_AGAIN } from '../../core/payout-operation-result.js';
import { PayoutAttemptEntity } from '../../core/persistence/payout-attempt.entity.js';
import { PayoutAttemptsRepository } from '../../core/persistence/payout-attempts.repository.js';
import type { PayoutEntity } from '../../core/persistence/payout.entity.js';
import { PayoutsRepository } from '../../core/persistence/payouts.repository.js';
import { PendingEvidenceService } from '../pending-evidence.service.js';
import type { CloseContent } from './unconfirmed-payout.schema.js';
import type { Refusal } from '../../../common/refusal.js';
import { settlingRefusal } from '../domain/settling-rules.js';
import { coolOffRefusal, isUnconfirmed, mayLackAttempt, unconfirmedRefusal } from '../domain/unconfirmed-rules.js';

export type UnconfirmedObstacle = 'PAYOUT_NOT_FOUND' | 'NOT_UNCONFIRMED' | 'TRY_AGAIN';
export type SettlingObstacle = 'PAYOUT_NOT_FOUND' | 'NOTHING_TO_SETTLE' | 'TRY_AGAIN';
export type ClosableObstacle = 'TOO_EARLY' | 'RECIPIENT_PURGED' | 'EVIDENCE_PENDING' | 'NOT_UNREADABLE';

export interface Refused<Code extends string> extends Refusal<Code> {
  readonly kind: 'refused';
}

export interface UnconfirmedAttempt {
  readonly kind: 'found';
  readonly payout: PayoutEntity;
  readonly attempt: PayoutAttemptEntity;
}

/**
 * A locked payout that two people may bind, and its attempt of unknown outcome. The attempt is null if the database may
 * have lost it.
 */
export interface BindablePayout {
  readonly kind: 'found';
  readonly payout: PayoutEntity;
  readonly attempt: PayoutAttemptEntity | null;
}

/** The attempt, and the ids that had been named for it when they were read back; null if nothing had to be read. */
interface ReadNamed {
  readonly kind: 'read';
  readonly before: { readonly attemptId: string; readonly namedIds: readonly string[] } | null;
}

type Closing = Pick<CloseContent, 'resend' | 'unreadableWebhookIds'> & { readonly payoutId: string };

export const BUSY: Refused<'TRY_AGAIN'> = { kind: 'refused', ...TRY_AGAIN };

/**
 * Checks whether an unconfirmed payout can be decided about, when people propose a change and again when they confirm
 * it.
 */
@Injectable()
export class UnconfirmedChecksService {
  constructor(
    private readonly config: Config,
    private readonly unitOfWork: UnitOfWork,
    private readonly payouts: PayoutsRepository,
    private readonly attempts: PayoutAttemptsRepository,
    private readonly pending: PendingEvidenceService,
    private readonly gate: PayoutGateService,
    private readonly lost: LostPaymentsService,
  ) {}

  async lock(tx: Transaction, payoutId: string): Promise<UnconfirmedAttempt | Refused<UnconfirmedObstacle>> {
    const payout = await this.payouts.findForUpdate(tx, payoutId);
    if (!payout) return refused('PAYOUT_NOT_FOUND', `There is no payout ${payoutId}.`);
    const attempt = await this.attempts.findLiveForUpdate(tx, payout.id);
    if (!isUnconfirmed(payout, attempt)) return { kind: 'refused', ...unconfirmedRefusal(payout) };
    return { kind: 'found', payout, attempt };
  }

  /** Locks a bound payout that the provider's answers cannot move, and its attempt. */
  async lockSettleable(tx: Transaction, payoutId: string): Promise<UnconfirmedAttempt | Refused<SettlingObstacle>> {
    const payout = await this.payouts.findForUpdate(tx, payoutId);
    if (!payout) return refused('PAYOUT_NOT_FOUND', `There is no payout ${payoutId}.`);
    const { id, status, providerPayoutId, problem } = payout;
    const refusal = settlingRefusal({ id, status, providerPayoutId, isInProblem: problem !== null });
    if (refusal) return { kind: 'refused', ...refusal };
    const attempt = await this.attempts.findLiveForUpdate(tx, payout.id);
    if (!attempt) throw new Error(`Payout ${payoutId} is bound without an attempt`);
    return { kind: 'found', payout, attempt };
  }

  /** Locks a payout that two people may bind, because it is unconfirmed or the database may have lost its attempt. */
  async lockBindable(tx: Transaction, payoutId: string): Promise<BindablePayout | Refused<UnconfirmedObstacle>> {
    const payout = await this.payouts.findForUpdate(tx, payoutId);
    if (!payout) return refused('PAYOUT_NOT_FOUND', `There is no payout ${payoutId}.`);
    const attempt = await this.attempts.findLiveForUpdate(tx, payout.id);
    const isBindable = attempt === null ? await this.mayLackAttempt(payout) : isUnconfirmed(payout, attempt);
    return isBindable ? { kind: 'found', payout, attempt } : { kind: 'refused', ...unconfirmedRefusal(payout) };
  }

  async mayLackAttempt({ status, approvalReason, blockedBy }: PayoutEntity): Promise<boolean> {
    return mayLackAttempt(
      { status, approvalReason, isHeld: blockedBy === 'MAY_HAVE_BEEN_SENT' },
      await this.gate.get(),
    );
  }

  /**
   * Reads back the ids that were named for a payout, before the payout may be sent again. Runs outside a transaction;
   * `lockClosable` repeats all other checks under the lock.
   */
  async readNamed(closing: Closing): Promise<ReadNamed | Refused<UnconfirmedObstacle | ClosableObstacle>> {
    if (!closing.resend) return { kind: 'read', before: null };
    const found = await this.unitOfWork.runUnlessBusy(BUSY, (tx) => this.find(tx, closing));
    if (found.kind === 'refused') return found;
    const { attempt, namedIds } = found;
    const named = await this.pending.readNamed(attempt, namedIds);
    if (named !== null) {
      // If the read-back ended the payout, that is the refusal to report.
      const settled = await this.unitOfWork.runUnlessBusy(BUSY, (tx) => this.find(tx, closing));
      return settled.kind === 'refused' ? settled : evidencePending(`An answer named ${named}`);
    }
    return { kind: 'read', before: { attemptId: attempt.id, namedIds } };
  }

  /** Locks the payout to be closed, or returns why it cannot be closed now. */
  async lockClosable(
    tx: Transaction,
    closing: Closing,
    { before }: ReadNamed,
  ): Promise<UnconfirmedAttempt | Refused<UnconfirmedObstacle | ClosableObstacle>> {
    const found = await this.find(tx, closing);
    if (found.kind === 'refused') return found;
    const isAsRead =
      before === null || (before.attemptId === found.attempt.id && before.namedIds.length === found.namedIds.length);
    return isAsRead ? found : evidencePending('Something was learned of it meanwhile');
  }

  private async find(
    tx: Transaction,
    { payoutId, resend, unreadableWebhookIds }: Closing,
  ): Promise<
    (UnconfirmedAttempt & { readonly namedIds: readonly string[] }) | Refused<UnconfirmedObstacle | ClosableObstacle>
  > {
    const found = await this.lock(tx, payoutId);
    if (found.kind === 'refused') return found;
    const { payout, attempt } = found;
    const { closeAfterMinutes } = this.config.payouts;
    const older = await this.attempts.findOlderThan(
      tx.repository(PayoutAttemptEntity),
      [attempt.id],
      closeAfterMinutes,
    );
    const tooEarly = coolOffRefusal(older.has(attempt.id));
    if (tooEarly) return { kind: 'refused', ...tooEarly };
    // Only possible if the payout had ended long before its binding was disproved.
    if (resend && payout.sealedRecipient === null) {
      return refused(
        'RECIPIENT_PURGED',
        'The recipient was purged, so the payout cannot be sent again; make a new payout.',
      );
    }
    const webhooks = await this.pending.findWebhooks(tx, { payout, attempt }, unreadableWebhookIds);
    if (webhooks.kind === 'pending') return evidencePending(`Not known to be another payout's: ${webhooks.details}`);
    if (webhooks.kind === 'misnamed') {
      return refused('NOT_UNREADABLE', `${webhooks.id} is no webhook about it that could not be read.`);
    }
    const lost = await this.lost.findFor(tx, payout);
    if (lost !== null) return refused('EVIDENCE_PENDING', lostPaymentMessage(lost));
    const namedIds = await this.pending.findNamedIds(tx, attempt);
    return { ...found, namedIds: [...new Set([...namedIds, ...webhooks.providerIds])] };
  }
}

export function refused<Code extends string>(code: Code, message: string): Refused<Code> {
  return { kind: 'refused', code, message };
}

function evidencePending(what: string): Refused<'EVIDENCE_PENDING'> {
  const message = `${what}. Try again in a minute, or bind the payout to what the provider has.`;
  return refused('EVIDENCE_PENDING', message);
}
