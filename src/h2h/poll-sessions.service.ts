import { Injectable, Logger } from '@nestjs/common';
import { AccountsService } from '../desk/accounts/accounts.service.js';
import type { ReadOutcome } from '../provider/port/call-outcome.js';
import { H2hPort, type ProviderH2hStatus } from '../provider/port/h2h.port.js';
import { UnsealError } from '../platform/database/encryption/field-cipher.js';
import type { ProviderCredentials } from '../provider/port/orders.port.js';
import { OpenWork } from '../platform/scheduling/open-work.js';
import { RunEvery } from '../platform/scheduling/run-every.decorator.js';
import { Ticks } from '../platform/scheduling/ticks.js';
import { type PolledSession, SessionPollsRepository } from './persistence/session-polls.sql.js';
import { PollSlots } from './poll-slots.js';
import { SessionAnswersService } from './session-answers.service.js';

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
    private readonly polls: SessionPollsRepository,
    private readonly answers: SessionAnswersService,
    private readonly provider: H2hPort,
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
      await this.answers.take(session, read);
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
      if (!credentials) throw new Error('A session whose account has no readable token');
      return await this.provider.readStatus(
        { ...credentials, subject: { orderId: session.id } },
        session.providerOrderId,
        'background',
      );
    } finally {
      this.#slots.answered();
    }
  }

  private async credentialsFor(due: readonly PolledSession[]): Promise<ReadonlyMap<string, ProviderCredentials>> {
    const ids = [...new Set(due.map(({ accountId }) => accountId))];
    const found = await Promise.all(ids.map(async (id) => [id, await this.credentialsOf(id)] as const));
    return new Map(found.flatMap(([id, credentials]) => (credentials === null ? [] : [[id, credentials]])));
  }

  /** Null for an account whose token does not open: it holds back no session of another account. */
  private async credentialsOf(accountId: string): Promise<ProviderCredentials | null> {
    try {
      return await this.accounts.credentialsFor(accountId);
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      this.#logger.error({ event: 'account_token_unreadable', accountId, err: error });
      return null;
    }
  }
}
