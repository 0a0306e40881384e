import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import { ApiReads } from '../../database/api-reads.js';
import type { CardMask } from '../../common/text/card-number.js';
import type { Transaction } from '../../database/transaction.js';
import { claimStatement } from '../../scheduling/claim-due-rows.js';
import type { SessionProgress } from '../domain/session-progress.js';
import { H2hSessionEntity } from './h2h-session.entity.js';

// A poll is one read, bounded by the provider's time-out with retries; past this its claimer was killed.
const DUE_POLLS = { table: 'h2h_sessions', dueColumn: 'next_poll_at', leaseSeconds: 90 };

// Past TypeORM, which takes as long to make fifty entities as the database to claim them.
const CLAIM_POLLS = claimStatement(
  DUE_POLLS,
  `id, account_id AS "accountId", provider_order_id AS "providerOrderId", status, provider_status AS "providerStatus",
     is_sms_required AS "isSmsRequired", code_round AS "codeRound", code_sent_round AS "codeSentRound",
     code_sent_at AS "codeSentAt", is_code_taken AS "isCodeTaken", polls_since_code AS "pollsSinceCode",
     last_code_rejected AS "lastCodeRejected", card_sent_at AS "cardSentAt", polls_made AS "pollsMade", revision`,
);

/** What a poll needs to know of a session. */
export type PolledSession = SessionProgress &
  Pick<
    H2hSessionEntity,
    'id' | 'accountId' | 'providerOrderId' | 'providerStatus' | 'cardSentAt' | 'pollsMade' | 'revision'
  >;

/** What a change of a session writes beside its progress. */
export interface SessionChanges extends SessionProgress {
  readonly providerStatus: string | null;
  readonly cardSentAt: Date | null;
  readonly isEndedHere: boolean;
  readonly problem: string | null;
  readonly pollsMade: number;
  /** Seconds until the next poll; null when none is needed. */
  readonly nextPollSeconds: number | null;
}

/** A poll that showed nothing new. */
export interface QuietPoll {
  readonly id: string;
  readonly revision: number;
  /** When the next is due, an instant of `performance.now()`: the polls of a batch were answered at different times. */
  readonly nextPollAt: number;
}

/** Codes that one order may send to the bank; banks themselves end at three to five. The database holds to it too. */
export const MAX_CODES = 5;

@Injectable()
export class H2hSessionsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reads: ApiReads,
  ) {}

  /** Whether a card may be sent; certain while the transaction has the order locked. */
  async hasPlaceForCard(tx: Transaction, id: string): Promise<boolean> {
    return !(await tx.manager.existsBy(H2hSessionEntity, { id, cardSentAt: Not(IsNull()) }));
  }

  /**
   * Takes the one place there is for a card of this order: whoever gets it sends the card, and nobody else ever does.
   *
   * @returns false when a card of this order may be at the bank already
   */
  async claimCard(
    tx: Transaction,
    session: {
      readonly id: string;
      readonly accountId: string;
      readonly providerOrderId: string;
      readonly card: CardMask;
      /** When the sender counts as lost if it has recorded nothing. */
      readonly deadlineSeconds: number;
    },
  ): Promise<boolean> {
    const claimed = await tx.query(
      `INSERT INTO h2h_sessions (id, account_id, provider_order_id, status, masked_card_number, card_brand,
         card_sent_at, next_poll_at)
       VALUES ($1, $2, $3, 'NOT_STARTED', $4, $5, clock_timestamp(), now() + make_interval(secs => $6))
       ON CONFLICT ON CONSTRAINT pk_h2h_sessions DO UPDATE SET masked_card_number = excluded.masked_card_number,
         card_brand = excluded.card_brand, card_sent_at = excluded.card_sent_at, next_poll_at = excluded.next_poll_at,
         problem = NULL, revision = h2h_sessions.revision + 1, updated_at = now()
       WHERE h2h_sessions.card_sent_at IS NULL RETURNING id`,
      [
        session.id,
        session.accountId,
        session.providerOrderId,
        session.card.maskedNumber,
        session.card.brand,
        session.deadlineSeconds,
      ],
    );
    return claimed.length === 1;
  }

  /** Takes the one place there is for a code of the present round, while codes are left, and asks for a poll soon. */
  async claimCode(tx: Transaction, id: string, nextPollSeconds: number): Promise<H2hSessionEntity | null> {
    const [claimed] = await tx.query(
      `UPDATE h2h_sessions SET code_sent_round = code_round, code_sent_at = clock_timestamp(), is_sms_required = false,
         is_code_taken = false, polls_since_code = 0, last_code_rejected = false, polls_made = 0, codes_sent = codes_sent + 1,
         next_poll_at = now() + make_interval(secs => $2), revision = revision + 1, updated_at = now()
       WHERE id = $1 AND is_sms_required AND codes_sent < $3 RETURNING id`,
      [id, nextPollSeconds, MAX_CODES],
    );
    return claimed === undefined ? null : this.findForUpdate(tx, id);
  }

  /** Gives a code back that provably went nowhere. */
  async giveCodeBack(tx: Transaction, id: string): Promise<void> {
    await tx.query('UPDATE h2h_sessions SET codes_sent = codes_sent - 1 WHERE id = $1', [id]);
  }

  async save(tx: Transaction, id: string, changes: SessionChanges): Promise<void> {
    await tx.query(
      `UPDATE h2h_sessions SET status = $2, provider_status = $3, is_sms_required = $4, code_round = $5,
         code_sent_round = $6, code_sent_at = $7, is_code_taken = $8, polls_since_code = $9, last_code_rejected = $10,
         card_sent_at = $11, is_ended_here = $12, problem = $13, polls_made = $14,
         next_poll_at = now() + make_interval(secs => $15), revision = revision + 1, updated_at = now()
       WHERE id = $1`,
      [
        id,
        changes.status,
        changes.providerStatus,
        changes.isSmsRequired,
        changes.codeRound,
        changes.codeSentRound,
        changes.codeSentAt,
        changes.isCodeTaken,
        changes.pollsSinceCode,
        changes.lastCodeRejected,
        changes.cardSentAt,
        changes.isEndedHere,
        changes.problem,
        changes.pollsMade,
        changes.nextPollSeconds,
      ],
    );
  }

  /** Schedules sessions of which nothing new was seen, many in one statement; those that have changed keep their time. */
  async recordQuiet(polls: readonly QuietPoll[]): Promise<void> {
    const now = performance.now();
    await this.dataSource.query(
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

  /** Has a session polled now, because something was heard of its order. */
  async pullForward(id: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE h2h_sessions SET next_poll_at = now(), polls_made = 0
       WHERE id = $1 AND next_poll_at > now() AND status <> 'NOT_STARTED'`,
      [id],
    );
  }

  /** Claims sessions that are due for a poll; see `claimDueRows`. */
  async claimDue(limit: number): Promise<PolledSession[]> {
    const [claimed] = await this.dataSource.query<[PolledSession[], number]>(CLAIM_POLLS, [
      DUE_POLLS.leaseSeconds,
      limit,
    ]);
    return claimed;
  }

  /** The session, locked until the transaction ends; null when no card was ever sent. */
  async findForUpdate(tx: Transaction, id: string): Promise<H2hSessionEntity | null> {
    return tx.manager.findOne(H2hSessionEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async findById(id: string): Promise<H2hSessionEntity | null> {
    return this.dataSource.manager.findOneBy(H2hSessionEntity, { id });
  }

  async findByIds(ids: readonly string[]): Promise<H2hSessionEntity[]> {
    return this.reads.manager.findBy(H2hSessionEntity, { id: In([...ids]) });
  }
}
