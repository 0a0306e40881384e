import { Injectable } from '@nestjs/common';
import { AuditLog } from '../desk/audit/audit-log.js';
import { CardLimitsService } from '../desk/card-limits/card-limits.service.js';
import { delayBeforeNextTry } from '../common/backoff.js';
import { classifyMove, MoveRefusedError } from '../common/state-machine.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { Details, StatusChangeCause } from '../platform/events/status-change.js';
import { StatusLog } from '../platform/events/status-log.js';
import { type AlarmCode, Alarms } from '../platform/observability/alarms.js';
import { OrdersRepository } from '../orders/persistence/orders.repository.js';
import { ProviderProfile } from '../provider/profile/provider-profile.js';
import { H2H_STATES, type H2hStatus, isFinalH2hStatus } from './domain/h2h-status.js';
import { isVisibleChange, progressOf, type SessionProgress } from './domain/session-progress.js';
import type { H2hSessionEntity } from './persistence/h2h-session.entity.js';
import { H2hSessionsRepository } from './persistence/h2h-sessions.repository.js';
import {
  type PollPlan,
  type SessionCard,
  type SessionPatch,
  SessionStatesRepository,
} from './persistence/session-states.sql.js';

export interface SessionMove {
  readonly to: H2hStatus;
  /** Set `cardSentAt` to null if the bank provably has no card, so that another may be sent. */
  readonly patch: SessionPatch;
  readonly cause: StatusChangeCause;
  readonly evidence: Details;
  readonly alarms?: readonly AlarmCode[];
}

/**
 * Makes every move of a session. Checks the state table, and writes the status log, the order's next poll, the card
 * counts and the alarms in the same transaction.
 */
@Injectable()
export class SessionTransitions {
  constructor(
    private readonly states: SessionStatesRepository,
    private readonly sessions: H2hSessionsRepository,
    private readonly log: StatusLog,
    private readonly audit: AuditLog,
    private readonly orders: OrdersRepository,
    private readonly cardLimits: CardLimitsService,
    private readonly alarms: Alarms,
    private readonly profile: ProviderProfile,
  ) {}

  /** Claims the right to send an order's card. Returns false if a card may already be at the bank. */
  async claimCard(tx: Transaction, card: SessionCard): Promise<boolean> {
    if (!(await this.states.claimCard(tx, card))) return false;
    const { id, accountId } = card;
    await this.record(tx, { id, action: 'order.card_submitted', after: { accountId } });
    return true;
  }

  /** Claims the right to send a code in the current round; null if the bank asks for none, or if too many were sent. */
  async claimCode(tx: Transaction, id: string): Promise<H2hSessionEntity | null> {
    const limits = { maxCodes: this.profile.h2hMaxCodes, nextPollSeconds: this.delayBeforePoll(0) };
    if (!(await this.states.claimCode(tx, id, limits))) return null;
    const session = await this.sessions.findForUpdate(tx, id);
    if (!session) throw new Error(`Session ${id} vanished while its code was claimed`);
    await this.append(tx, session, { progress: session, cause: 'API', evidence: {} });
    const after = { accountId: session.accountId, round: session.codeRound };
    await this.record(tx, { id, action: 'order.code_submitted', after });
    return session;
  }

  /**
   * Moves a locked session, or writes facts about a session whose status stays.
   * @param session as read under its lock
   * @throws MoveRefusedError if the state table lacks the move, or the session has changed since
   */
  async move(
    tx: Transaction,
    session: H2hSessionEntity,
    { to, patch, cause, evidence, alarms }: SessionMove,
  ): Promise<void> {
    const { id, accountId, status: from } = session;
    const progress = { ...progressOf(session), ...patch, status: to };
    const isVisible = isVisibleChange(session, progress);
    const isOver = isFinalH2hStatus(to);
    const hasCard = patch.cardSentAt !== null;
    const pollsMade = isVisible ? 0 : session.pollsMade + 1;
    const plan: PollPlan = { pollsMade, nextPollSeconds: isOver || !hasCard ? null : this.delayBeforePoll(pollsMade) };
    if (classifyMove(H2H_STATES, from, to) === 'refused') throw new MoveRefusedError(`Session ${id}`, from, to);
    await this.states.move(tx, session, { to, patch, plan });
    // A refused card does not change the status, but subscribers must see it.
    if (isVisible || !hasCard) await this.append(tx, session, { progress, cause, evidence });
    // The end of the verification does not say whether the money moved, but the order will end soon.
    if (isOver) await this.orders.pullPollForward(tx, id);
    // When Purser's time limit ends the session, the card may still be fine: the provider may have been down. The
    // order's end will tell.
    if (isOver && to !== 'SUCCESS' && cause !== 'DEADLINE') await this.cardLimits.recordEnd(tx, id, 'declined');
    for (const code of alarms ?? []) {
      this.alarms.raiseAfter(tx, code, { orderId: id, accountId });
    }
  }

  delayBeforePoll(pollsMade: number): number {
    return delayBeforeNextTry(this.profile.h2hPollDelaysSeconds, pollsMade);
  }

  private async append(
    tx: Transaction,
    session: H2hSessionEntity,
    { progress, cause, evidence }: { readonly progress: SessionProgress } & Pick<SessionMove, 'cause' | 'evidence'>,
  ): Promise<void> {
    const { status, isSmsRequired, codeRound, lastCodeRejected } = progress;
    await this.log.append(tx, {
      subjectType: 'H2H',
      subjectId: session.id,
      from: session.status,
      to: status,
      cause,
      evidence: { ...evidence, isSmsRequired, codeRound, lastCodeRejected },
    });
  }

  private async record(
    tx: Transaction,
    { id, action, after }: { readonly id: string } & Pick<Parameters<AuditLog['record']>[1], 'action' | 'after'>,
  ): Promise<void> {
    await this.audit.record(tx, { action, subjectType: 'ORDER', subjectId: id, before: null, after, reason: null });
  }
}
