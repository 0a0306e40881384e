import { Injectable, Logger } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import type { AlarmCode } from '../observability/alarms.js';
import type { ReadOutcome } from '../provider/port/call-outcome.js';
import { H2hPort, type ProviderH2hStatus } from '../provider/port/h2h.port.js';
import type { ProviderCredentials } from '../provider/port/orders.port.js';
import { ProviderProfile } from '../provider/profile/provider-profile.js';
import { OpenWork } from '../scheduling/open-work.js';
import { observe, progressOf, type SessionProgress } from './domain/session-progress.js';
import { type PolledSession, SessionPollsRepository } from './persistence/session-polls.sql.js';
import { PollSlots } from './poll-slots.js';
import { UnchangedPolls } from './unchanged-polls.js';
import { SessionTransitions } from './session-transitions.js';
import { RunEvery } from '../scheduling/run-every.decorator.js';
import { Ticks } from '../scheduling/ticks.js';

// A payer watches the first polls, which come after one and two seconds: a tenth of a second late is not noticed, and a
// look at a table of which nothing is due costs a fraction of a millisecond.
const POLL_EVERY_MS = 100;

/**
 * Asks the provider how verifications stand. Polls run beside each other, so that one that hangs delays no other, and
 * most see nothing new: those are written together.
 */
@Injectable()
export class PollSessionsService {
  readonly #logger = new Logger(PollSessionsService.name);
  readonly #slots = new PollSlots();

  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly polls: SessionPollsRepository,
    private readonly transitions: SessionTransitions,
    private readonly unchanged: UnchangedPolls,
    private readonly provider: H2hPort,
    private readonly profile: ProviderProfile,
    private readonly openWork: OpenWork,
    private readonly ticks: Ticks,
  ) {}

  /** Begins to poll as many due sessions as there is room for, and waits for room when there is none. */
  @RunEvery(POLL_EVERY_MS, 'h2h.poll')
  async pollDue(): Promise<{ readonly more: boolean }> {
    const room = await this.#slots.room();
    const due = await this.polls.claimDue(room);
    const credentials = await this.credentialsFor(due);
    for (const session of due) void this.openWork.finish(this.poll(session, credentials.get(session.accountId)));
    const more = due.length === room;
    // A run ends after some batches whatever is due, and a payer should not wait for the next one.
    if (more) this.ticks.wake('h2h.poll');
    return { more };
  }

  private async poll(session: PolledSession, credentials: ProviderCredentials | undefined): Promise<void> {
    this.#slots.ask();
    try {
      const read = await this.read(session, credentials);
      await this.take(session, read);
    } catch (error) {
      // The session comes due again with its lease.
      this.#logger.error({ event: 'h2h_poll_failed', orderId: session.id, err: error });
    } finally {
      this.#slots.leave();
    }
  }

  private async read(
    session: PolledSession,
    credentials: ProviderCredentials | undefined,
  ): Promise<ReadOutcome<ProviderH2hStatus>> {
    try {
      if (!credentials) throw new Error('A session without its account');
      return await this.provider.readStatus(credentials, session.providerOrderId, 'background');
    } finally {
      this.#slots.answered();
    }
  }

  private take(session: PolledSession, read: ReadOutcome<ProviderH2hStatus>): Promise<void> {
    const now = new Date();
    const isOverdue = this.isOverdue(session, now);
    if (!isOverdue && read.kind !== 'found') {
      // Of a card whose sender was killed, even the silence of the provider is updates: nobody waits for its answer.
      if (session.status === 'NOT_STARTED') return this.unitOfWork.run((tx) => this.loseSender(tx, session));
      return this.remember(session);
    }
    const seen = read.kind === 'found' ? observe(progressOf(session), read.value, now) : session;
    const isKnownWord = read.kind !== 'found' || read.value.providerStatus === session.providerStatus;
    if (!isOverdue && isKnownWord && isSame(session, seen)) return this.remember(session);
    return this.unitOfWork.run((tx) => this.record(tx, session, { read, now }));
  }

  private remember({ id, revision, pollsMade }: PolledSession): Promise<void> {
    const nextPollAt = performance.now() + 1_000 * this.transitions.delayBeforePoll(pollsMade + 1);
    return this.unchanged.add({ id, revision, nextPollAt });
  }

  private async record(
    tx: Transaction,
    polled: PolledSession,
    { read, now }: { readonly read: ReadOutcome<ProviderH2hStatus>; readonly now: Date },
  ): Promise<void> {
    const session = await this.polls.lockUnchanged(tx, polled);
    // What was read before the session changed says nothing about it now; its change has scheduled the next poll.
    if (!session) return;
    const seen = read.kind === 'found' ? read.value : null;
    const { status: to, ...progress } = seen === null ? progressOf(session) : observe(progressOf(session), seen, now);
    const isNewWord = seen?.status === 'UNRECOGNIZED' && seen.providerStatus !== session.providerStatus;
    const alarms: AlarmCode[] = isNewWord ? ['h2h_status_unrecognized'] : [];
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
    const patch = { ...progress, ...(seen && { providerStatus: seen.providerStatus, problem: problemOf(seen) }) };
    await this.transitions.move(tx, session, { to, patch, cause: 'POLL', evidence: {}, alarms });
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

  private async credentialsFor(due: readonly PolledSession[]): Promise<ReadonlyMap<string, ProviderCredentials>> {
    const ids = [...new Set(due.map(({ accountId }) => accountId))];
    return new Map(await Promise.all(ids.map(async (id) => [id, await this.accounts.credentialsFor(id)] as const)));
  }
}

function isSame(known: SessionProgress, seen: SessionProgress): boolean {
  const fields = ['status', 'isSmsRequired', 'codeRound', 'isCodeTaken', 'pollsSinceCode', 'lastCodeRejected'] as const;
  return fields.every((field) => known[field] === seen[field]);
}

function problemOf({ status, providerStatus }: ProviderH2hStatus): string | null {
  if (status !== 'UNRECOGNIZED') return null;
  return `The provider answers the status "${providerStatus}", which the provider profile does not list.`;
}
