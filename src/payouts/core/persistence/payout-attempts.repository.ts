import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, MoreThan, Not, Raw, type Repository } from 'typeorm';
import { inSeconds } from '../../../platform/database/query-parts.js';
import { READS } from '../../../platform/database/api-reads.js';
import { SendDatabase } from '../../../platform/database/send-database.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { SEND_WINDOW_MS } from '../../../provider/port/send-window.js';
import { claimDueRows } from '../../../platform/scheduling/persistence/claim-due-rows.sql.js';
import { LIVE_ATTEMPT_STATES } from '../domain/attempt-state.js';
import { PayoutAttemptEntity } from './payout-attempt.entity.js';
import { PayoutEntity } from './payout.entity.js';
import { ProviderPayoutIdEntity } from './provider-payout-id.entity.js';

export class AttemptMissingError extends Error {
  override readonly name = 'AttemptMissingError';

  constructor(attemptId: string) {
    super(`Attempt ${attemptId} is not in the database`);
  }
}

export interface LockedAttempt {
  readonly payout: PayoutEntity;
  readonly attempt: PayoutAttemptEntity;
}

export interface AttemptOfPayout {
  readonly id: string;
  readonly payoutId: string;
}

// An answer may contain five ids, each read within the default time-out of 15 s. If that takes longer, another replica
// repeats the reads, which does no harm.
const NAMED_POLL_LEASE_SECONDS = 90;

@Injectable()
export class PayoutAttemptsRepository {
  constructor(
    @InjectRepository(PayoutAttemptEntity) private readonly attempts: Repository<PayoutAttemptEntity>,
    @InjectRepository(ProviderPayoutIdEntity) private readonly providerIds: Repository<ProviderPayoutIdEntity>,
    @InjectRepository(PayoutAttemptEntity, READS) private readonly shownAttempts: Repository<PayoutAttemptEntity>,
    private readonly sends: SendDatabase,
  ) {}

  /**
   * Locks a payout, then its attempt. The fixed order prevents deadlocks.
   * @throws AttemptMissingError if the payout has no such attempt
   */
  async lockWithPayout(
    tx: Transaction,
    { payoutId, attemptId }: { readonly payoutId: string; readonly attemptId: string },
  ): Promise<LockedAttempt> {
    // PostgreSQL locks the rows in the order in which the tables are named.
    const locked: (PayoutEntity & { attempt?: PayoutAttemptEntity }) | null = await tx
      .repository(PayoutEntity)
      .createQueryBuilder('payout')
      .innerJoinAndMapOne('payout.attempt', PayoutAttemptEntity, 'attempt', 'attempt.payout_id = payout.id')
      .where('payout.id = :payoutId AND attempt.id = :attemptId', { payoutId, attemptId })
      .setLock('pessimistic_write')
      .getOne();
    if (!locked?.attempt) throw new AttemptMissingError(attemptId);
    const { attempt } = locked;
    delete locked.attempt;
    return { payout: locked, attempt };
  }

  /** Returns the payout's attempt that was or may have been paid, locked; null if there is none. */
  async findLiveForUpdate(tx: Transaction, payoutId: string): Promise<PayoutAttemptEntity | null> {
    return tx.repository(PayoutAttemptEntity).findOne({
      where: { payoutId, state: In([...LIVE_ATTEMPT_STATES]) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Returns the ids of the attempts that were claimed at least this long ago, by the database's clock. */
  async findOlderThan(
    attempts: Repository<PayoutAttemptEntity>,
    ids: readonly string[],
    minutes: number,
  ): Promise<ReadonlySet<string>> {
    const claimedAt = Raw((column) => `${column} <= now() - make_interval(mins => :minutes)`, { minutes });
    const older = await attempts.find({
      select: { id: true },
      where: { id: In([...ids]), claimedAt },
    });
    return new Set(older.map(({ id }) => id));
  }

  findShownOlderThan(ids: readonly string[], minutes: number): Promise<ReadonlySet<string>> {
    return this.findOlderThan(this.shownAttempts, ids, minutes);
  }

  /**
   * Stores the first provider id in an unusable answer and schedules its read-back. Returns false if an id is already
   * stored.
   */
  async keepNamedPayout(tx: Transaction, id: string, namedPayoutId: string): Promise<boolean> {
    const unnamed = { id, namedPayoutId: IsNull() };
    const named = await tx.repository(PayoutAttemptEntity).update(unnamed, {
      namedPayoutId,
      nextNamedPollAt: () => 'now()',
    });
    return named.affected === 1;
  }

  async claimDueNamedPolls(tx: Transaction, limit: number): Promise<PayoutAttemptEntity[]> {
    const ids = await claimDueRows(
      tx,
      { table: 'payout_attempts', dueColumn: 'next_named_poll_at', leaseSeconds: NAMED_POLL_LEASE_SECONDS },
      limit,
    );
    return tx.repository(PayoutAttemptEntity).findBy({ id: In(ids) });
  }

  /**
   * Counts one read-back of the provider payout named in an unusable answer, and schedules the next; null seconds end
   * the polling.
   */
  async recordNamedPoll(tx: Transaction, id: string, nextSeconds: number | null): Promise<void> {
    await tx
      .repository(PayoutAttemptEntity)
      .update({ id }, { namedPollsMade: () => 'named_polls_made + 1', nextNamedPollAt: inSeconds(nextSeconds) });
  }

  async findByTokenHash(tokenHash: Buffer): Promise<PayoutAttemptEntity | null> {
    return this.attempts.findOneBy({ tokenHash });
  }

  async findById(id: string): Promise<PayoutAttemptEntity | null> {
    return this.attempts.findOneBy({ id });
  }

  async findByProviderId(providerPayoutId: string): Promise<PayoutAttemptEntity | null> {
    return this.attempts.findOneBy({ providerPayoutId });
  }

  /**
   * Returns the id of the payout that this provider id was bound to, even if the payout's partition is detached. Null
   * if the tables have no partitions.
   */
  async findRegistered(providerPayoutId: string): Promise<string | null> {
    const registered = await this.providerIds.findOneBy({ providerPayoutId });
    return registered?.payoutId ?? null;
  }

  /** Whether the attempt is still claimed and may still be sent, by the database's clock. */
  async isFreshlyClaimed(id: string): Promise<boolean> {
    const seconds = SEND_WINDOW_MS / 1_000;
    const claimedAt = Raw((column) => `${column} > clock_timestamp() - make_interval(secs => :seconds)`, { seconds });
    return this.sends.manager.existsBy(PayoutAttemptEntity, { id, state: 'CLAIMED', claimedAt });
  }

  /**
   * Whether a provider id is bound to a payout, including one whose partition is detached: the registry keeps its id.
   */
  async isProviderIdTaken(tx: Transaction, providerPayoutId: string): Promise<boolean> {
    return (
      (await tx.repository(PayoutAttemptEntity).existsBy({ providerPayoutId })) ||
      (await tx.repository(ProviderPayoutIdEntity).existsBy({ providerPayoutId }))
    );
  }

  async findOverdue(limit: number): Promise<AttemptOfPayout[]> {
    return this.attempts.find({
      select: { id: true, payoutId: true },
      where: { state: 'CLAIMED', deadlineAt: Raw((column) => `${column} < now()`) },
      order: { deadlineAt: 'ASC' },
      take: limit,
    });
  }

  async findUnknown(limit: number): Promise<AttemptOfPayout[]> {
    return this.attempts.find({
      select: { id: true, payoutId: true },
      where: { state: 'UNKNOWN' },
      order: { outcomeAt: 'ASC' },
      take: limit,
    });
  }

  /** Locks an attempt and its payout. Returns false immediately if another session has either locked. */
  async lockUnlessLocked(tx: Transaction, id: string): Promise<boolean> {
    const locked = await tx
      .repository(PayoutAttemptEntity)
      .createQueryBuilder('attempt')
      .innerJoin(PayoutEntity, 'payout', 'payout.id = attempt.payout_id')
      .select('attempt.id')
      .where({ id })
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getOne();
    return locked !== null;
  }

  async findByPayout(payoutId: string): Promise<PayoutAttemptEntity[]> {
    return this.attempts.find({ where: { payoutId }, order: { number: 'ASC' } });
  }

  async findShownByPayouts(payoutIds: readonly string[]): Promise<PayoutAttemptEntity[]> {
    return this.shownAttempts.find({
      where: { payoutId: In([...payoutIds]) },
      order: { payoutId: 'ASC', number: 'ASC' },
    });
  }

  /**
   * Counts unknown attempts after `since`: those from the last ten minutes, and those among the last fifty attempts.
   */
  async countUnknown(
    tx: Transaction,
    since: Date,
  ): Promise<{ readonly inTenMinutes: number; readonly inLastFifty: number; readonly lastFifty: number }> {
    const lately = Raw((column) => `${column} > greatest(:since, now() - interval '10 minutes')`, { since });
    const inTenMinutes = await tx.repository(PayoutAttemptEntity).countBy({ state: 'UNKNOWN', outcomeAt: lately });
    const lastFifty = await tx.repository(PayoutAttemptEntity).find({
      select: { id: true, state: true },
      where: { claimedAt: MoreThan(since), state: Not(In(['CLAIMED', 'NOT_SENT'])) },
      order: { claimedAt: 'DESC' },
      take: 50,
    });
    const inLastFifty = lastFifty.filter(({ state }) => state === 'UNKNOWN').length;
    return { inTenMinutes, inLastFifty, lastFifty: lastFifty.length };
  }
}
