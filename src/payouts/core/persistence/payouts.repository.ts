import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, DataSource, In, IsNull, LessThan, Not, Raw, type Repository } from 'typeorm';
import type { DecimalString } from '../../../common/decimal.js';
import { AccountEntity } from '../../../desk/accounts/persistence/account.entity.js';
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

// A check is at most two reads, each bounded by the provider's time-out with retries; past this its claimer was killed.
const CHECK_LEASE_SECONDS = 90;

// Outlasts what a read side is usually behind by, and the restart of a replica there.
const YOUNG_MINUTES = 60;

// One with a finding is known to be at the provider, whatever became of its last attempt, and is never sent again.
const SENDABLE = `submission_state = 'APPROVED' AND approved_hash = content_hash AND finding IS NULL
  AND sealed_recipient IS NOT NULL`;

const DUE_OF_ACCOUNT: UnlockedRows = {
  // A lost payment holds a payout until people settle it, whatever else is in the way.
  change: `UPDATE payouts SET problem = CASE WHEN blocked_by = 'MAY_HAVE_BEEN_SENT' THEN problem ELSE $2 END,
    waits_since = CASE WHEN blocked_by = 'MAY_HAVE_BEEN_SENT' THEN waits_since ELSE ${waitsSince('$4')} END,
    waits_for = CASE WHEN blocked_by = 'MAY_HAVE_BEEN_SENT' THEN waits_for ELSE $4 END,
    blocked_by = CASE WHEN blocked_by = 'MAY_HAVE_BEEN_SENT' THEN blocked_by END,
    next_attempt_at = now() + make_interval(secs => $3), updated_at = now()`,
  among: `SELECT id FROM payouts WHERE next_attempt_at <= now() AND account_id = $1 AND ${SENDABLE}
    ORDER BY next_attempt_at`,
};

/** The account and the amount of a payment; null for an amount that is not shown. */
interface PaidAmount {
  readonly accountId: string;
  readonly amount: DecimalString | null;
}

// As many as wait after an outage of hours; those that are older come first.
const MAX_MAYBE_PAID = 1_000;

/** Payouts of one account: with these ids, or, without ids, those that are due. */
export interface WantedPayouts {
  readonly ids: readonly string[] | null;
  readonly accountId: string;
  readonly limit: number;
}

/** Why, and for how long, a payout that may be sent waits on. */
interface Postponement {
  readonly problem: string;
  readonly seconds: number;
  readonly waitsFor: StoredWait;
}

export interface DueOfAccount {
  readonly accountId: string;
  readonly count: number;
}

// Ten times what one claim takes: enough to know that there are more.
const MAX_COUNTED = 100;

@Injectable()
export class PayoutsRepository {
  constructor(
    @InjectRepository(PayoutEntity) private readonly payouts: Repository<PayoutEntity>,
    private readonly dataSource: DataSource,
  ) {}

  /**
   * Locks payouts of one account that may be sent now and are what was approved: those with these ids, due or not, or
   * all that are due, up to `limit`, longest due first. Those another replica is claiming at this moment are skipped.
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
    // Balance by balance, always in one order: two claims that lock several cannot wait for each other.
    return payouts.sort((one, other) => Number(one.currency > other.currency) - Number(one.currency < other.currency));
  }

  /**
   * How many payouts of each account are due, a hundred at most; none while the gate is shut. Locks nothing. Each account
   * is counted by itself, so one whose due payouts cannot be served hides no other.
   */
  async countDue(source: Pick<EntityManager, 'createQueryBuilder'> = this.dataSource): Promise<DueOfAccount[]> {
    const due = source
      .createQueryBuilder()
      .select('account_id')
      .from('(TABLE payouts)', 'payout')
      .where(SENDABLE)
      .andWhere('account_id = account.id AND next_attempt_at <= now() AND (SELECT is_open FROM payout_gate)')
      .limit(MAX_COUNTED);
    const count = source.createQueryBuilder().select('count(*)::int').from(`(${due.getQuery()})`, 'due');
    const counts = await source
      .createQueryBuilder(AccountEntity, 'account')
      .select('account.id', 'accountId')
      .addSelect(`(${count.getQuery()})`, 'count')
      .orderBy('account.id')
      .getRawMany<DueOfAccount>();
    return counts.filter((counted) => counted.count > 0);
  }

  /** Puts off a hundred payouts of an account that are due, and says whether there may be more. */
  async postponeDue(accountId: string, { problem, seconds, waitsFor }: Postponement): Promise<boolean> {
    const due = { parameters: [accountId, problem, seconds, waitsFor], limit: 100 };
    return (await changeUnlocked(this.dataSource, DUE_OF_ACCOUNT, due)) === due.limit;
  }

  /** Has a payout that may be sent wait on, and says why, and what holds it if anything does. */
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

  /** Payouts of an account that may be a payment of this amount, or of any: approved, or of unknown outcome. */
  async findMaybePaid(tx: Transaction, { accountId, amount }: PaidAmount): Promise<PayoutEntity[]> {
    const where = { accountId, status: In(['APPROVED', 'UNCONFIRMED']), ...(amount !== null && { amount }) };
    return tx.repository(PayoutEntity).find({ where, order: { createdAt: 'ASC' }, take: MAX_MAYBE_PAID });
  }

  /** Holds payouts that may be a payment at the provider. */
  async holdMaybePaid(tx: Transaction, ids: readonly string[], problem: string): Promise<void> {
    const which = { id: In([...ids]), status: In(['APPROVED', 'UNCONFIRMED']) };
    const held = 'MAY_HAVE_BEEN_SENT';
    const now = (): string => 'now()';
    await tx.repository(PayoutEntity).update(which, { blockedBy: held, waitsFor: held, waitsSince: now, problem });
  }

  /** Releases the held payouts of an account with this amount, or with any. A claim compares them with payments again. */
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

  /** Has everything that a limit holds tried again now. */
  async retryBlockedByLimits(tx: Transaction): Promise<void> {
    const blocked = { blockedBy: Not(IsNull()), submissionState: 'APPROVED' as const };
    await tx.repository(PayoutEntity).update(blocked, { nextAttemptAt: () => 'now()' });
  }

  /** Raises how many approvals a payout needs; never lowers it. */
  async needApprovals(tx: Transaction, id: string, needed: number): Promise<void> {
    const lower = { id, approvalsNeeded: LessThan(needed) };
    await tx.repository(PayoutEntity).update(lower, { approvalsNeeded: needed, updatedAt: () => 'now()' });
  }

  /** Whether the status that is suspected was first seen so long ago, by the database's clock. */
  async isSuspectedFor(tx: Transaction, id: string, seconds: number): Promise<boolean> {
    const suspectedAt = Raw((column) => `${column} <= clock_timestamp() - make_interval(secs => :seconds)`, {
      seconds,
    });
    return tx.repository(PayoutEntity).existsBy({ id, suspectedAt });
  }

  /** Notes that these were read back, and that nothing had changed. */
  async markRead(tx: Transaction, ids: readonly string[]): Promise<void> {
    await tx.repository(PayoutEntity).update({ id: In(ids) }, { readBackAt: () => 'now()', absentSince: null });
  }

  async noteFinding(tx: Transaction, id: string, finding: string): Promise<void> {
    await tx.repository(PayoutEntity).update({ id }, { finding, updatedAt: () => 'now()' });
  }

  async noteProblem(tx: Transaction, id: string, problem: string): Promise<void> {
    await tx.repository(PayoutEntity).update({ id }, { problem, updatedAt: () => 'now()' });
  }

  /** Notes that the provider did not show it, and how long that has been so, by the database's clock. */
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

  /** Notes that the provider shows it after all. */
  async noteShown(tx: Transaction, id: string): Promise<void> {
    await tx.repository(PayoutEntity).update({ id }, { absentSince: null });
  }

  /** Moves the next check of a payout; what is not checked any more stays so. */
  async postponePoll(tx: Transaction, id: string, seconds: number): Promise<void> {
    const polled = { id, nextCheckAt: Not(IsNull()) };
    await tx.repository(PayoutEntity).update(polled, { nextCheckAt: inSeconds(seconds) });
  }

  /** Plans the next poll of a bound payout; null seconds mean that there is none. */
  async planPoll(
    tx: Transaction,
    id: string,
    { checksMade, seconds }: { readonly checksMade: number; readonly seconds: number | null },
  ): Promise<void> {
    await tx.repository(PayoutEntity).update({ id }, { checksMade, nextCheckAt: inSeconds(seconds) });
  }

  /** Whether somebody made another payout to the same requisites. */
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

  /** The payout, locked until the transaction ends; null when there is none. */
  async findForUpdate(tx: Transaction, id: string): Promise<PayoutEntity | null> {
    return tx.repository(PayoutEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async findById(id: string): Promise<PayoutEntity | null> {
    return this.payouts.findOneBy({ id });
  }

  async findByIds(ids: readonly string[], source: Repository<PayoutEntity> = this.payouts): Promise<PayoutEntity[]> {
    return source.findBy({ id: In([...ids]) });
  }

  async findByProviderId(providerPayoutId: string): Promise<PayoutEntity | null> {
    return this.payouts.findOneBy({ providerPayoutId });
  }

  async findByProviderIds(providerPayoutIds: readonly string[]): Promise<PayoutEntity[]> {
    return this.payouts.findBy({ providerPayoutId: In([...providerPayoutIds]) });
  }

  /** Ids at the provider of payouts that were sent since `from` and completed in this time, without those listed. */
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

  /** The newest payout of the account with this external id; older ones may share it. */
  async findByExternalId(accountId: string, externalId: string): Promise<PayoutEntity | null> {
    return this.payouts.findOne({
      where: { accountId, externalId },
      order: { createdAt: 'DESC', id: 'DESC' },
    });
  }

  /** Claims payouts that are due for a check; see `claimDueRows`. */
  async claimDuePolls(tx: Transaction, limit: number): Promise<PayoutEntity[]> {
    const ids = await claimDueRows(
      tx,
      { table: 'payouts', dueColumn: 'next_check_at', leaseSeconds: CHECK_LEASE_SECONDS },
      limit,
    );
    return tx.repository(PayoutEntity).findBy({ id: In(ids) });
  }
}
