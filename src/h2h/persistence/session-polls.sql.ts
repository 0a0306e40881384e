import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';
import { claimDue, type DueTable } from '../../platform/scheduling/persistence/claim-due-rows.sql.js';
import type { SessionProgress } from '../domain/session-progress.js';
import { H2hSessionEntity } from './h2h-session.entity.js';

// A poll is one read, limited by the provider's time-out with retries. After this time the process that polls must be
// dead.
const DUE_POLLS: DueTable = { table: 'h2h_sessions', dueColumn: 'next_poll_at', leaseSeconds: 90 };

const POLLED_COLUMNS = `id, account_id AS "accountId", provider_order_id AS "providerOrderId", status,
  provider_status AS "providerStatus", is_sms_required AS "isSmsRequired", code_round AS "codeRound",
  code_sent_round AS "codeSentRound", code_sent_at AS "codeSentAt", is_code_taken AS "isCodeTaken",
  polls_since_code AS "pollsSinceCode", last_code_rejected AS "lastCodeRejected", card_sent_at AS "cardSentAt",
  codes_sent AS "codesSent", polls_made AS "pollsMade", problem, revision`;

export type PolledSession = SessionProgress &
  Pick<
    H2hSessionEntity,
    | 'id'
    | 'accountId'
    | 'providerOrderId'
    | 'providerStatus'
    | 'cardSentAt'
    | 'codesSent'
    | 'pollsMade'
    | 'problem'
    | 'revision'
  >;

export interface UnchangedPoll {
  readonly id: string;
  readonly revision: number;
  /** By `performance.now()`, because each poll in a batch gets its answer at a different time. */
  readonly nextPollAt: number;
}

/**
 * Claims and reschedules many sessions in one statement. In SQL, because TypeORM takes as long to build fifty entities
 * as the database takes to claim them, and can only write the same values to every row.
 */
@Injectable()
export class SessionPollsRepository {
  constructor(@InjectRepository(H2hSessionEntity) private readonly sessions: Repository<H2hSessionEntity>) {}

  async claimDue(limit: number): Promise<PolledSession[]> {
    return claimDue(this.sessions, DUE_POLLS, { returning: POLLED_COLUMNS, limit });
  }

  /** Returns the session, locked until the transaction ends; null if it has changed since it was claimed. */
  async lockUnchanged(tx: Transaction, { id, revision }: PolledSession): Promise<H2hSessionEntity | null> {
    return tx.repository(H2hSessionEntity).findOne({ where: { id, revision }, lock: { mode: 'pessimistic_write' } });
  }

  /** Schedules the next poll of sessions that did not change. Skips those that have changed since they were polled. */
  async recordUnchanged(polls: readonly UnchangedPoll[]): Promise<void> {
    const now = performance.now();
    await this.sessions.query(
      `UPDATE h2h_sessions AS session SET polls_made = session.polls_made + 1,
         next_poll_at = now() + make_interval(secs => poll.seconds)
       FROM unnest($1::uuid[], $2::integer[], $3::double precision[]) AS poll (id, revision, seconds)
       WHERE session.id = poll.id AND session.revision = poll.revision AND session.next_poll_at IS NOT NULL`,
      [
        polls.map(({ id }) => id),
        polls.map(({ revision }) => revision),
        polls.map(({ nextPollAt }) => Math.max(0, nextPollAt - now) / 1_000),
      ],
    );
  }
}
