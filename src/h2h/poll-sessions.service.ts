import { Injectable, Logger } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service.js';
import type { Transaction } from '../database/transaction.js';
import { UnitOfWork } from '../database/unit-of-work.js';
import { Alarms } from '../observability/alarms.js';
import type { ReadOutcome } from '../provider/port/call.outcome.js';
import { H2hProvider, type ProviderH2hStatus } from '../provider/port/h2h.provider.js';
import type { ProviderCredentials } from '../provider/port/orders.provider.js';
import { ProviderProfile } from '../provider/profile/provider.profile.js';
import { OpenWork } from '../scheduling/open-work.js';
import { observe, progressOf, type SessionProgress } from './domain/session-progress.js';
import type { H2hSessionEntity } from './persistence/h2h-session.entity.js';
import { H2hSessionsRepository } from './persistence/h2h-sessions.repository.js';
import { QuietPolls } from './quiet-polls.js';
import { SessionChangesService } from './session-changes.service.js';

// As many as the pool of reading connections to the provider holds: more would only wait for a socket.
const MAX_POLLS_AT_ONCE = 64;

// Claiming one row at a time as polls end would cost a transaction each.
const MIN_CLAIM = 16;

/**
 * Asks the provider how verifications stand. Polls run beside each other, so that one that hangs delays no other, and
 * most see nothing new: those are written together.
 */
@Injectable()
export class PollSessionsService {
  readonly #logger = new Logger(PollSessionsService.name);
  readonly #polls = new Set<Promise<void>>();

  constructor(
    private readonly accounts: AccountsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: H2hSessionsRepository,
    private readonly changes: SessionChangesService,
    private readonly quiet: QuietPolls,
    private readonly provider: H2hProvider,
    private readonly profile: ProviderProfile,
    private readonly openWork: OpenWork,
    private readonly alarms: Alarms,
  ) {}

  /** Begins to poll as many due sessions as there is room for, and waits for room when there is none. */
  async pollDue(): Promise<{ readonly more: boolean }> {
    while (MAX_POLLS_AT_ONCE - this.#polls.size < MIN_CLAIM) await Promise.race(this.#polls);
    const room = MAX_POLLS_AT_ONCE - this.#polls.size;
    const due = await this.unitOfWork.run((tx) => this.sessions.claimDue(tx, room));
    const credentials = await this.credentialsFor(due);
    for (const session of due) this.begin(session, credentials);
    return { more: due.length === room };
  }

  private begin(session: H2hSessionEntity, credentials: ReadonlyMap<string, ProviderCredentials>): void {
    const poll = this.openWork.finish(this.poll(session, credentials)).catch((error: unknown) => {
      // The session comes due again with its lease.
      this.#logger.error({ event: 'h2h_poll_failed', orderId: session.id, err: error });
    });
    this.#polls.add(poll);
    void poll.then(() => this.#polls.delete(poll));
  }

  private async poll(
    session: H2hSessionEntity,
    credentialsByAccount: ReadonlyMap<string, ProviderCredentials>,
  ): Promise<void> {
    const credentials = credentialsByAccount.get(session.accountId);
    if (!credentials) throw new Error('A session without its account');
    const read = await this.provider.readStatus(credentials, session.providerOrderId, 'background');
    const now = new Date();
    const isOverdue = this.isOverdue(session, now);
    if (!isOverdue && read.kind !== 'found') {
      // Of a card whose sender was killed, even the silence of the provider is news: nobody waits for its answer.
      if (session.status === 'NOT_STARTED') await this.unitOfWork.run((tx) => this.loseSender(tx, session));
      else await this.remember(session);
      return;
    }
    const seen = read.kind === 'found' ? observe(progressOf(session), read.value, now) : session;
    const isKnownWord = read.kind !== 'found' || read.value.providerStatus === session.providerStatus;
    if (!isOverdue && isKnownWord && isSame(session, seen)) await this.remember(session);
    else await this.unitOfWork.run((tx) => this.record(tx, session, { read, now }));
  }

  private remember(session: H2hSessionEntity): Promise<void> {
    const nextPollSeconds = this.changes.delayBeforePoll(session.pollsMade + 1);
    return this.quiet.add({ id: session.id, revision: session.revision, nextPollSeconds });
  }

  private async record(
    tx: Transaction,
    polled: H2hSessionEntity,
    { read, now }: { readonly read: ReadOutcome<ProviderH2hStatus>; readonly now: Date },
  ): Promise<void> {
    const session = await this.sessions.findForUpdate(tx, polled.id);
    // What was read before the session changed says nothing about it now; its change has scheduled the next poll.
    if (session?.revision !== polled.revision) return;
    const seen = read.kind === 'found' ? read.value : null;
    const progress = seen === null ? progressOf(session) : observe(progressOf(session), seen, now);
    if (seen?.status === 'UNRECOGNIZED' && seen.providerStatus !== session.providerStatus) {
      this.alarmAfterCommit(tx, 'h2h_status_unrecognized', session);
    }
    const isOpen = progress.status === session.status || progress.status === 'UNCONFIRMED';
    if (isOpen && this.isOverdue(session, now)) {
      this.alarmAfterCommit(tx, 'h2h_session_overdue', session);
      await this.changes.apply(tx, session, {
        progress: { ...progress, status: 'EXPIRED', isSmsRequired: false },
        cause: 'DEADLINE',
        providerStatus: seen?.providerStatus ?? session.providerStatus,
        problem: `It had no end within ${this.profile.h2hSessionLimitSeconds} seconds and was ended here; the order is checked on.`,
        isEndedHere: true,
      });
      return;
    }
    await this.changes.apply(tx, session, {
      progress,
      cause: 'POLL',
      ...(seen && { providerStatus: seen.providerStatus, problem: problemOf(seen) }),
    });
  }

  private async loseSender(tx: Transaction, polled: H2hSessionEntity): Promise<void> {
    const session = await this.sessions.findForUpdate(tx, polled.id);
    if (session?.revision !== polled.revision) return;
    this.alarmAfterCommit(tx, 'h2h_session_unconfirmed', session);
    await this.changes.apply(tx, session, {
      progress: { ...progressOf(session), status: 'UNCONFIRMED' },
      cause: 'DEADLINE',
      problem: 'The process that sent the card ended before an answer was recorded.',
    });
  }

  private isOverdue({ cardSentAt }: H2hSessionEntity, now: Date): boolean {
    return cardSentAt !== null && now.getTime() - cardSentAt.getTime() > this.profile.h2hSessionLimitSeconds * 1_000;
  }

  private async credentialsFor(due: readonly H2hSessionEntity[]): Promise<ReadonlyMap<string, ProviderCredentials>> {
    const ids = [...new Set(due.map(({ accountId }) => accountId))];
    const accounts = await Promise.all(ids.map((id) => this.accounts.find(id)));
    return new Map(
      accounts.flatMap((account) => (account ? [[account.id, this.accounts.credentialsOf(account)] as const] : [])),
    );
  }

  private alarmAfterCommit(
    tx: Transaction,
    code: 'h2h_status_unrecognized' | 'h2h_session_overdue' | 'h2h_session_unconfirmed',
    session: H2hSessionEntity,
  ): void {
    tx.afterCommit(() => {
      this.alarms.raise(code, { orderId: session.id, accountId: session.accountId });
    });
  }
}

function isSame(known: SessionProgress, seen: SessionProgress): boolean {
  const fields = ['status', 'isSmsRequired', 'codeRound', 'isCodeTaken', 'pollsSinceCode', 'lastCodeRejected'] as const;
  return fields.every((field) => known[field] === seen[field]);
}

function problemOf({ status, providerStatus }: ProviderH2hStatus): string | null {
  if (status !== 'UNRECOGNIZED') return null;
  return `The payment service answers the status "${providerStatus}", which the provider profile does not list.`;
}
