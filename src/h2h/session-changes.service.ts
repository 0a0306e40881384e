import { Injectable } from '@nestjs/common';
import { CardLimitsService } from '../card-limits/card-limits.service.js';
import { delayBeforeNextTry } from '../common/backoff.js';
import type { Transaction } from '../database/transaction.js';
import type { Evidence, StatusChangeCause } from '../events/status-change.js';
import { StatusLog } from '../events/status-log.js';
import { OrdersRepository } from '../orders/persistence/orders.repository.js';
import { ProviderProfile } from '../provider/profile/provider.profile.js';
import { isFinalH2hStatus } from './domain/h2h-status.js';
import { isVisibleChange, progressOf, type SessionProgress } from './domain/session-progress.js';
import type { H2hSessionEntity } from './persistence/h2h-session.entity.js';
import { H2hSessionsRepository } from './persistence/h2h-sessions.repository.js';

/** What moves with a session's progress; what is absent stays as it is. */
export interface SessionMove {
  readonly progress?: SessionProgress;
  readonly cause: StatusChangeCause;
  readonly evidence?: Evidence;
  readonly providerStatus?: string | null;
  readonly problem?: string | null;
  readonly isEndedHere?: boolean;
  /** Set to false when it is proven that the bank has no card: another may then be sent. */
  readonly hasCard?: boolean;
}

/** Writes what became of a session, with its entry in the log. The session is locked by the transaction. */
@Injectable()
export class SessionChangesService {
  constructor(
    private readonly sessions: H2hSessionsRepository,
    private readonly orders: OrdersRepository,
    private readonly cardLimits: CardLimitsService,
    private readonly log: StatusLog,
    private readonly profile: ProviderProfile,
  ) {}

  async apply(tx: Transaction, session: H2hSessionEntity, move: SessionMove): Promise<void> {
    const progress = move.progress ?? progressOf(session);
    const isVisible = isVisibleChange(session, progress);
    const pollsMade = isVisible ? 0 : session.pollsMade + 1;
    const hasCard = move.hasCard ?? true;
    const isOver = isFinalH2hStatus(progress.status);
    await this.sessions.save(tx, session.id, {
      ...progress,
      providerStatus: move.providerStatus === undefined ? session.providerStatus : move.providerStatus,
      cardSentAt: hasCard ? session.cardSentAt : null,
      isEndedHere: move.isEndedHere ?? session.isEndedHere,
      problem: move.problem === undefined ? session.problem : move.problem,
      pollsMade,
      nextPollSeconds: isOver || !hasCard ? null : this.delayBeforePoll(pollsMade),
    });
    // A card that was not taken moves nothing, and whoever watches must hear of it all the same.
    if (isVisible || !hasCard) await this.record(tx, session, { ...move, progress });
    // The end of the verification says nothing of the money, but that the order's own end is near.
    if (isOver) await this.orders.pullCheckForward(tx, session.id);
    if (isOver && progress.status !== 'SUCCESS') await this.cardLimits.settle(tx, session.id, 'declined');
  }

  /** Writes a change of what a session shows into the log that timelines and subscriptions read. */
  async record(
    tx: Transaction,
    session: H2hSessionEntity,
    move: { readonly progress: SessionProgress; readonly cause: StatusChangeCause; readonly evidence?: Evidence },
  ): Promise<void> {
    const { status, isSmsRequired, codeRound, lastCodeRejected } = move.progress;
    await this.log.append(tx, {
      subjectType: 'H2H',
      subjectId: session.id,
      from: session.status,
      to: status,
      cause: move.cause,
      evidence: { ...move.evidence, isSmsRequired, codeRound, lastCodeRejected },
    });
  }

  /** Seconds until a session is polled that was polled so often since it last changed. */
  delayBeforePoll(pollsMade: number): number {
    return delayBeforeNextTry(this.profile.h2hPollDelaysSeconds, pollsMade);
  }
}
