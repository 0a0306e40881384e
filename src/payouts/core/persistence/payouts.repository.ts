import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, LessThan, Not, Raw, type Repository } from 'typeorm';
import type { DecimalString } from '../../../common/decimal.js';
import { AccountEntity } from '../../../desk/accounts/persistence/account.entity.js';
import { READS } from '../../../platform/database/api-reads.js';
import { inSeconds } from '../../../platform/database/query-parts.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import {
  changeUnlocked,
  claimDueRows,
  type UnlockedRows,
} from '../../../platform/scheduling/persistence/claim-due-rows.sql.js';
import type { Absence } from '../domain/payout-absence.js';
import type { PayoutBlock } from '../domain/payout-limit-kind.js';
import type { StoredWait } from '../domain/payout-wait.js';
import { waitsSince } from './payout-patch.js';
import { PayoutAttemptEntity } from './payout-attempt.entity.js';
import { PayoutEntity } from './payout.entity.js';

// A poll makes at most two reads, each limited by the provider's time-out with retries. After this time the process
// that polls must be dead.
const CHECK_LEASE_SECONDS = 90;

// How long an accepted payout counts as young: longer than the provider's reads usually lag, and longer than one of its
// replicas takes to restart.
const YOUNG_MINUTES = 60;

// A payout with a finding is known to be at the provider, so it is never sent again, whatever became of its last
// attempt.
const SENDABLE = `submission_state = 'APPROVED' AND approved_hash = content_hash AND finding IS NULL
  AND sealed_recipient IS NOT NULL`;

const DUE_OF_ACCOUNT: UnlockedRows = {
  // A payout blocked by a lost payment stays blocked until people resolve it, whatever else is wrong.
  change: `UPDATE payouts SET problem = CASE WHEN blocked_by = 'MAY_HAVE_BEEN_SENT' THEN problem ELSE $2 END,
    waits_since = CASE WHEN blocked_by = 'MAY_HAVE_BEEN_SENT' THEN waits_since ELSE ${waitsSince('$4')} END,
    waits_for = CASE WHEN blocked_by = 'MAY_HAVE_BEEN_SENT' THEN waits_for ELSE $4 END,
    blocked_by = CASE WHEN blocked_by = 'MAY_HAVE_BEEN_SENT' THEN blocked_by END,
    next_attempt_at = now() + make_interval(secs => $3), updated_at = now()`,
  among: `SELECT id FROM payouts WHERE next_attempt_at <= now() AND account_id = $1 AND ${SENDABLE}
    ORDER BY next_attempt_at`,
};

interface PaidAmount {
  readonly accountId: string;
  readonly amount: DecimalString | null;
}

// Maximum number of payouts to compare with a lost payment, the oldest first: as many as wait after hours of outage.
const MAX_MAYBE_PAID = 1_000;

/** Which payouts of an account to lock: those with these ids, or all that are due. */
export interface WantedPayouts {
  readonly ids: readonly string[] | null;
  readonly accountId: string;
  readonly limit: number;
}

interface Postponement {
  readonly problem: string;
  readonly seconds: number;
  readonly waitsFor: StoredWait;
}

export interface DueOfAccount {
  readonly accountId: string;
  readonly count: number;
}

// Ten times as many as one claim locks. A higher count would make no difference.
const MAX_COUNTED = 100;

@Injectable()
export class PayoutsRepository {
  constructor(
    @InjectRepository(PayoutEntity) private readonly payouts: Repository<PayoutEntity>,
    @InjectRepository(PayoutEntity, READS) private readonly shownPayouts: Repository<PayoutEntity>,
  ) {}

  /**
   * Locks the account's payouts that may be sent now with their approved content: those with these ids, due or not, or
   * up to `limit` due ones, the longest due first. Skips payouts that another replica is claiming.
   */
  async lockSendable(tx: Transaction, { ids, accountId, limit }: WantedPayouts): Promise<PayoutEntity[]> {
    const sendable = tx.repository(PayoutEntity).createQueryBuilder('p').where({ accountId }).andWhere(SENDABLE);
    const wanted = ids === null ? 'p.next_attempt_at <= now()' : 'p.id = ANY(:ids)';
    const payouts = await sendable
      .andWhere(wanted, { ids })
      .orderBy('p.nextAttemptAt')
      .limit(limit)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
    // In the order of their balances, so that claims that lock several balances cannot deadlock.
    return payouts.sort((one, other) => Number(one.currency > other.currency) - Number(one.currency < other.currency));
  }

  /**
   * Counts the due payouts of each account, up to a hundred; returns none while the gate is shut. Locks nothing.
   * Counting per account ensures that an account whose payouts cannot be sent does not hide the others.
   */
  async countDue({ manager }: Pick<Transaction, 'manager'> = this.payouts): Promise<DueOfAccount[]> {
    const due = manager
      .createQueryBuilder()
      .select('account_id')
      .from('(TABLE payouts)', 'payout')
      .where(SENDABLE)
      .andWhere('account_id = account.id AND next_attempt_at <= now() AND (SELECT is_open FROM payout_gate)')
      .limit(MAX_COUNTED);
    const count = manager.createQueryBuilder().select('count(*)::int').from(`(${due.getQuery()})`, 'due');
    const counts = await manager
      .createQueryBuilder(AccountEntity, 'account')
      .select('account.id', 'accountId')
      .addSelect(`(${count.getQuery()})`, 'count')
      .orderBy('account.id')
      .getRawMany<DueOfAccount>();
    return counts.filter((counted) => counted.count > 0);
  }

  /** Postpones up to a hundred due payouts of an account. Returns whether there may be more. */
  async postponeDue(accountId: string, { problem, seconds, waitsFor }: Postponement): Promise<boolean> {
    const due = { parameters: [accountId, problem, seconds, waitsFor], limit: 100 };
    return (await changeUnlocked(this.payouts, DUE_OF_ACCOUNT, due)) === due.limit;
  }

  async postponeAttempt(
    tx: Transaction,
    id: string,
    { problem, seconds, waitsFor, blockedBy = null }: Postponement & { readonly blockedBy?: PayoutBlock | null },
  ): Promise<void> {
    await tx
      .repository(PayoutEntity)
      .createQueryBuilder()
      .update()
      .set({
        problem,
        blockedBy,
        waitsFor,
        waitsSince: () => waitsSince(':waitsFor'),
        nextAttemptAt: inSeconds(seconds),
        updatedAt: () => 'now()',
      })
      .where({ id })
      .setParameters({ waitsFor })
      .execute();
  }

  /**
   * Returns the account's payouts, approved or of unknown outcome, that may be a payment of this amount, or of any
   * amount if it is null.
   */
  async findMaybePaid(tx: Transaction, { accountId, amount }: PaidAmount): Promise<PayoutEntity[]> {
    const where = { accountId, status: In(['APPROVED', 'UNCONFIRMED']), ...(amount !== null && { amount }) };
    return tx.repository(PayoutEntity).find({ where, order: { createdAt: 'ASC' }, take: MAX_MAYBE_PAID });
  }

  async holdMaybePaid(tx: Transaction, ids: readonly string[], problem: string): Promise<void> {
    const which = { id: In([...ids]), status: In(['APPROVED', 'UNCONFIRMED']) };
    const held = 'MAY_HAVE_BEEN_SENT';
    const now = (): string => 'now()';
    await tx.repository(PayoutEntity).update(which, { blockedBy: held, waitsFor: held, waitsSince: now, problem });
  }

  /**
   * Unblocks the account's payouts that may be a payment of this amount, or of any amount if it is null. The next claim
   * compares them with lost payments again.
   */
  async releaseMaybePaid(tx: Transaction, { accountId, amount }: PaidAmount): Promise<void> {
    const held = { accountId, blockedBy: 'MAY_HAVE_BEEN_SENT' as const, ...(amount !== null && { amount }) };
    const approved = { ...held, status: 'APPROVED' as const };
    const unconfirmed = { ...held, status: 'UNCONFIRMED' as const };
    const problem = 'It may or may not have been paid.';
    const nextAttemptAt = (): string => 'now()';
    const waitsFor = null;
    await tx.repository(PayoutEntity).update(approved, { blockedBy: null, waitsFor, problem: null, nextAttemptAt });
    await tx.repository(PayoutEntity).update(unconfirmed, { blockedBy: null, waitsFor, problem });
  }

  async retryBlockedByLimits(tx: Transaction): Promise<void> {
    const blocked = { blockedBy: Not(IsNull()), submissionState: 'APPROVED' as const };
    await tx.repository(PayoutEntity).update(blocked, { nextAttemptAt: () => 'now()' });
  }

  /** Raises the number of approvals that a payout needs. Never lowers it. */
  async needApprovals(tx: Transaction, id: string, needed: number): Promise<void> {
    const lower = { id, approvalsNeeded: LessThan(needed) };
    await tx.repository(PayoutEntity).update(lower, { approvalsNeeded: needed, updatedAt: () => 'now()' });
  }

  /** Whether the read that contradicted the payout's status is at least this old, by the database's clock. */
  async isSuspectedFor(tx: Transaction, id: string, seconds: number): Promise<boolean> {
    const suspectedAt = Raw((column) => `${column} <= clock_timestamp() - make_interval(secs => :seconds)`, {
      seconds,
    });
    return tx.repository(PayoutEntity).existsBy({ id, suspectedAt });
  }

  async markRead(tx: Transaction, ids: readonly string[]): Promise<void> {
    await tx.repository(PayoutEntity).update({ id: In(ids) }, { readBackAt: () => 'now()', absentSince: null });
  }

  async noteFinding(tx: Transaction, id: string, finding: string): Promise<void> {
    await tx.repository(PayoutEntity).update({ id }, { finding, updatedAt: () => 'now()' });
  }

  /** A waiting payout may repeat a payment, whatever it waited for before. */
  async notePossibleDuplicate(tx: Transaction, id: string, problem: string): Promise<void> {
    const waiting = { id, status: 'AWAITING_APPROVAL' as const };
    const approvalReason = 'POSSIBLE_DUPLICATE';
    await tx.repository(PayoutEntity).update(waiting, { approvalReason, problem, updatedAt: () => 'now()' });
  }

  async noteProblem(tx: Transaction, id: string, problem: string): Promise<void> {
    await tx.repository(PayoutEntity).update({ id }, { problem, updatedAt: () => 'now()' });
  }

  /** Records that the provider answered 404. Returns how long it has done so, by the database's clock. */
  async noteAbsence(tx: Transaction, id: string): Promise<Absence> {
    const absentSince = () => 'coalesce(absent_since, clock_timestamp())';
    await tx.repository(PayoutEntity).update({ id }, { absentSince });
    const absence = await tx
      .repository(PayoutEntity)
      .createQueryBuilder('p')
      .select('p.absent_since', 'since')
      .addSelect('greatest(0, extract(epoch FROM clock_timestamp() - p.absent_since))::float8', 'forSeconds')
      .addSelect('coalesce(p.accepted_at > now() - make_interval(mins => :minutes), false)', 'isYoung')
      .where({ id })
      .setParameters({ minutes: YOUNG_MINUTES })
      .getRawOne<Absence>();
    if (!absence) throw new Error(`Payout ${id} vanished while its absence was noted`);
    return absence;
  }

  async noteShown(tx: Transaction, id: string): Promise<void> {
    await tx.repository(PayoutEntity).update({ id }, { absentSince: null });
  }

  /** Reschedules the next poll of a payout, unless it is no longer polled. */
  async postponePoll(tx: Transaction, id: string, seconds: number): Promise<void> {
    const polled = { id, nextCheckAt: Not(IsNull()) };
    await tx.repository(PayoutEntity).update(polled, { nextCheckAt: inSeconds(seconds) });
  }

  /** Schedules the next poll of a bound payout; null seconds end the polling. */
  async planPoll(
    tx: Transaction,
    id: string,
    { checksMade, seconds }: { readonly checksMade: number; readonly seconds: number | null },
  ): Promise<void> {
    await tx.repository(PayoutEntity).update({ id }, { checksMade, nextCheckAt: inSeconds(seconds) });
  }

  async hasAnotherTo(
    tx: Transaction,
    {
      id,
      requisitesHash,
      createdBy,
    }: { readonly id: string; readonly requisitesHash: Buffer; readonly createdBy: string },
  ): Promise<boolean> {
    return tx.repository(PayoutEntity).existsBy({ requisitesHash, createdBy, id: Not(id) });
  }

  /** Returns those of the hashes of requisites that the creator already made a payout to. */
  async listPaidBy(tx: Transaction, createdBy: string, requisitesHashes: readonly Buffer[]): Promise<Buffer[]> {
    const paid = tx.repository(PayoutEntity).createQueryBuilder('p').select('p.requisites_hash', 'hash').distinct();
    const rows = await paid
      .where({ createdBy })
      .andWhere('p.requisites_hash = ANY(:requisitesHashes)', { requisitesHashes })
      .getRawMany<{ readonly hash: Buffer }>();
    return rows.map(({ hash }) => hash);
  }

  async findForUpdate(tx: Transaction, id: string): Promise<PayoutEntity | null> {
    return tx.repository(PayoutEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Returns payouts in the order in which they were made, locked on request. */
  async findAllIn(tx: Transaction, ids: readonly string[], { isLocked = false } = {}): Promise<PayoutEntity[]> {
    const lock = isLocked ? { lock: { mode: 'pessimistic_write' } as const } : {};
    return tx.repository(PayoutEntity).find({ where: { id: In([...ids]) }, order: { id: 'ASC' }, ...lock });
  }

  async findById(id: string): Promise<PayoutEntity | null> {
    return this.payouts.findOneBy({ id });
  }

  async findByIds(ids: readonly string[]): Promise<PayoutEntity[]> {
    return this.payouts.findBy({ id: In([...ids]) });
  }

  async findShownByIds(ids: readonly string[]): Promise<PayoutEntity[]> {
    return this.shownPayouts.findBy({ id: In([...ids]) });
  }

  async findByProviderId(providerPayoutId: string): Promise<PayoutEntity | null> {
    return this.payouts.findOneBy({ providerPayoutId });
  }

  async findByProviderIds(providerPayoutIds: readonly string[]): Promise<PayoutEntity[]> {
    return this.payouts.findBy({ providerPayoutId: In([...providerPayoutIds]) });
  }

  /**
   * Returns the provider ids of the account's payouts that were sent since `from` and completed in the given period,
   * except the listed ones.
   */
  async findUnlistedCompleted(
    accountId: string,
    { from, completedFrom, completedTo }: Readonly<Record<'from' | 'completedFrom' | 'completedTo', Date>>,
    { listedIds, limit }: { readonly listedIds: readonly string[]; readonly limit: number },
  ): Promise<string[]> {
    const found = await this.payouts
      .createQueryBuilder('p')
      .innerJoin(PayoutAttemptEntity, 'a', 'a.provider_payout_id = p.provider_payout_id')
      .select('p.provider_payout_id', 'id')
      .where(`p.account_id = :accountId AND p.provider_state = 'COMPLETED'`, { accountId })
      .andWhere('p.completed_at >= :completedFrom AND p.completed_at < :completedTo', { completedFrom, completedTo })
      .andWhere('a.claimed_at >= :from AND p.provider_payout_id <> ALL (:listedIds)', { from, listedIds })
      .limit(limit)
      .getRawMany<{ readonly id: string }>();
    return found.map(({ id }) => id);
  }

  async findByIdempotencyKey(accountId: string, idempotencyKey: string): Promise<PayoutEntity | null> {
    return this.payouts.findOneBy({ accountId, idempotencyKey });
  }

  async findByIdempotencyKeys(
    keys: readonly Pick<PayoutEntity, 'accountId' | 'idempotencyKey'>[],
  ): Promise<PayoutEntity[]> {
    const where = byAccount(keys).map(([accountId, of]) => ({
      accountId,
      idempotencyKey: In(of.map(({ idempotencyKey }) => idempotencyKey)),
    }));
    return where.length === 0 ? [] : this.payouts.find({ where });
  }

  /** Returns the accounts' payouts with these external ids, the newest last. */
  async findByExternalIds(
    ids: readonly { readonly accountId: string; readonly externalId: string }[],
  ): Promise<PayoutEntity[]> {
    const where = byAccount(ids).map(([accountId, of]) => ({
      accountId,
      externalId: In(of.map(({ externalId }) => externalId)),
    }));
    return where.length === 0 ? [] : this.payouts.find({ where, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Returns the account's newest payout with this external id. Older ones may share it. */
  async findByExternalId(accountId: string, externalId: string): Promise<PayoutEntity | null> {
    return this.payouts.findOne({
      where: { accountId, externalId },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  async claimDuePolls(tx: Transaction, limit: number): Promise<PayoutEntity[]> {
    const ids = await claimDueRows(
      tx,
      { table: 'payouts', dueColumn: 'next_check_at', leaseSeconds: CHECK_LEASE_SECONDS },
      limit,
    );
    return tx.repository(PayoutEntity).findBy({ id: In(ids) });
  }
}

function byAccount<Key extends { readonly accountId: string }>(keys: readonly Key[]): (readonly [string, Key[]])[] {
  const accounts = [...new Set(keys.map(({ accountId }) => accountId))];
  return accounts.map((id) => [id, keys.filter(({ accountId }) => accountId === id)] as const);
}
