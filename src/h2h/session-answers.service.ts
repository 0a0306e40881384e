import { Injectable } from '@nestjs/common';
import type { Transaction } from '../platform/database/transaction.js';
import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { AlarmCode } from '../platform/observability/alarms.js';
import { explainReason, explainUnreadable, type ReadOutcome } from '../provider/port/call-outcome.js';
import type { ProviderH2hStatus } from '../provider/port/h2h.port.js';
import { ProviderProfile } from '../provider/profile/provider-profile.js';
import { isFinalH2hStatus } from './domain/h2h-status.js';
import { noCodesLeft, observe, progressOf, type SessionProgress } from './domain/session-progress.js';
import { type PolledSession, SessionPollsRepository } from './persistence/session-polls.sql.js';
import { SessionTransitions } from './session-transitions.js';
import { UnchangedPolls } from './unchanged-polls.js';

/** Applies the answers to polls to the sessions. `PollSessionsService` runs the polls. */
@Injectable()
export class SessionAnswersService {
  readonly #unchanged: UnchangedPolls;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly polls: SessionPollsRepository,
    private readonly transitions: SessionTransitions,
    private readonly profile: ProviderProfile,
  ) {
    this.#unchanged = new UnchangedPolls(polls);
  }

  /** Applies the answer to a poll. Polls that found no change are written in batches. */
  take(session: PolledSession, read: ReadOutcome<ProviderH2hStatus>): Promise<void> {
    const now = new Date();
    const isOverdue = this.isOverdue(session, now);
    if (!isOverdue && read.kind !== 'found') {
      // If the process that sent the card died, a missing answer matters too: no caller is waiting for it.
      if (session.status === 'NOT_STARTED') return this.unitOfWork.run((tx) => this.loseSender(tx, session));
      const problem = this.problemOf(session, read);
      if (problem === null || problem === session.problem) return this.remember(session);
      return this.unitOfWork.run((tx) => this.record(tx, session, { read, now }));
    }
    const seen = read.kind === 'found' ? observe(progressOf(session), read.value, now) : session;
    const isKnownWord = read.kind !== 'found' || read.value.providerStatus === session.providerStatus;
    const isKnown = isKnownWord && (read.kind !== 'found' || this.problemOf(session, read) === session.problem);
    if (!isOverdue && isKnown && isSame(session, seen)) return this.remember(session);
    return this.unitOfWork.run((tx) => this.record(tx, session, { read, now }));
  }

  private remember({ id, revision, pollsMade }: PolledSession): Promise<void> {
    const nextPollAt = performance.now() + 1_000 * this.transitions.delayBeforePoll(pollsMade + 1);
    return this.#unchanged.add({ id, revision, nextPollAt });
  }

  private async record(
    tx: Transaction,
    polled: PolledSession,
    { read, now }: { readonly read: ReadOutcome<ProviderH2hStatus>; readonly now: Date },
  ): Promise<void> {
    const session = await this.polls.lockUnchanged(tx, polled);
    // The session has changed since this answer was read, and that change has already scheduled the next poll.
    if (!session) return;
    const seen = read.kind === 'found' ? read.value : null;
    const { status: to, ...progress } = seen === null ? progressOf(session) : observe(progressOf(session), seen, now);
    const isNewWord = seen?.status === 'UNRECOGNIZED' && seen.providerStatus !== session.providerStatus;
    const isOutOfCodes = this.problemOf(session, read) === this.noCodesLeft() && session.problem !== this.noCodesLeft();
    const alarms: AlarmCode[] = [
      ...(isNewWord ? (['h2h_status_unrecognized'] as const) : []),
      ...(isOutOfCodes ? (['h2h_codes_guessed'] as const) : []),
    ];
    const isOpen = to === session.status || to === 'UNCONFIRMED';
    if (isOpen && this.isOverdue(session, now)) {
      await this.transitions.move(tx, session, {
        to: 'EXPIRED',
        patch: {
          ...progress,
          isSmsRequired: false,
          providerStatus: seen?.providerStatus ?? session.providerStatus,
          problem: `It had no end within ${this.profile.h2hSessionLimitSeconds} seconds and was ended here; the order is checked on.`,
          isEndedHere: true,
        },
        cause: 'DEADLINE',
        evidence: {},
        alarms: [...alarms, 'h2h_session_overdue'],
      });
      return;
    }
    const problem = this.problemOf(session, read) ?? (seen === null ? session.problem : null);
    const patch = { ...progress, ...(seen && { providerStatus: seen.providerStatus }), problem };
    await this.transitions.move(tx, session, { to, patch, cause: 'POLL', evidence: {}, alarms });
  }

  /** Returns the session's problem after a read; null if the read shows none. */
  private problemOf(
    { codesSent }: Pick<PolledSession, 'codesSent'>,
    read: ReadOutcome<ProviderH2hStatus>,
  ): string | null {
    const problem = problemOf(read);
    if (problem !== null || read.kind !== 'found') return problem;
    const { status, isSmsRequired } = read.value;
    if (status === 'UNRECOGNIZED' || isFinalH2hStatus(status) || !isSmsRequired) return null;
    return codesSent >= this.profile.h2hMaxCodes ? this.noCodesLeft() : null;
  }

  private noCodesLeft(): string {
    return noCodesLeft(this.profile.h2hMaxCodes);
  }

  private async loseSender(tx: Transaction, polled: PolledSession): Promise<void> {
    const session = await this.polls.lockUnchanged(tx, polled);
    if (!session) return;
    await this.transitions.move(tx, session, {
      to: 'UNCONFIRMED',
      patch: { problem: 'The process that sent the card ended before an answer was recorded.' },
      cause: 'DEADLINE',
      evidence: {},
      alarms: ['h2h_session_unconfirmed'],
    });
  }

  private isOverdue({ cardSentAt }: PolledSession, now: Date): boolean {
    return cardSentAt !== null && now.getTime() - cardSentAt.getTime() > this.profile.h2hSessionLimitSeconds * 1_000;
  }
}

function isSame(known: SessionProgress, seen: SessionProgress): boolean {
  const fields = ['status', 'isSmsRequired', 'codeRound', 'isCodeTaken', 'pollsSinceCode', 'lastCodeRejected'] as const;
  return fields.every((field) => known[field] === seen[field]);
}

function problemOf(read: ReadOutcome<ProviderH2hStatus>): string | null {
  if (read.kind === 'absent') return null;
  if (read.kind === 'unavailable') {
    return read.detail === undefined ? null : `The provider's answer could not be used (${explainReason(read)}).`;
  }
  const { status, providerStatus, unreadable } = read.value;
  if (status !== 'UNRECOGNIZED') return explainUnreadable(unreadable);
  return `The provider answers the status "${providerStatus}", which the provider profile does not list.`;
}
