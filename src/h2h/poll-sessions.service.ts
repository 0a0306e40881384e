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

// A payer watches the first polls, after one and two seconds, so a tenth of a second goes unnoticed. A query that finds
// no due session costs a fraction of a millisecond.
const POLL_EVERY_MS = 100;

/**
 * Polls sessions concurrently, so a slow one does not delay the others. Most polls find no change, and are written in
 * batches.
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

  /** Starts as many due polls as there are free slots. Waits if there are none. */
  @RunEvery(POLL_EVERY_MS, 'h2h.poll')
  async pollDue(): Promise<{ readonly more: boolean }> {
    const room = await this.#slots.room();
    const due = await this.polls.claimDue(room);
    const credentials = await this.credentialsFor(due);
    for (const session of due) void this.openWork.finish(this.poll(session, credentials.get(session.accountId)));
    const more = due.length === room;
    // A run stops after some batches. Payers should not wait for the next scheduled one.
    if (more) this.ticks.wake('h2h.poll');
    return { more };
  }

  private async poll(session: PolledSession, credentials: ProviderCredentials | undefined): Promise<void> {
    this.#slots.ask();
    try {
      const read = await this.read(session, credentials);
      await this.answers.take(session, read);
    } catch (error) {
      // The session becomes due again when its lease expires.
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

  /**
   * Returns the credentials; null if the account's token cannot be decrypted, so that other accounts' sessions are
   * still polled.
   */
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
