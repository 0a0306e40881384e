import { Injectable } from '@nestjs/common';
import { DataSource, In, Raw } from 'typeorm';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import type { Transaction } from '../../../database/transaction.js';
import { claimDueRows } from '../../../scheduling/claim-due-rows.sql.js';
import type { Absence } from '../domain/payout-absence.js';
import { PayoutEntity } from './payout.entity.js';

// A check is at most two reads, each bounded by the provider's time-out with retries; past this its claimer was killed.
const CHECK_LEASE_SECONDS = 90;

// Outlasts what a read side is usually behind by, and the restart of a replica there.
const YOUNG_MINUTES = 60;

// "No such address" and "not by this method": the service has the address, so a proxy may have said so, after the
// service acted.
const NOBODYS_REFUSALS: readonly number[] = [404, 405];

// One with a finding is known to be at the provider, whatever became of its last attempt, and is never sent again.
const SENDABLE = `submission_state = 'APPROVED' AND approved_hash = content_hash AND finding IS NULL
  AND sealed_recipient IS NOT NULL`;

/** Payouts of one account: with these ids, or, without ids, those that are due. */
export interface WantedPayouts {
  readonly ids: readonly string[] | null;
  readonly accountId: string;
  readonly limit: number;
}

/** A payout that a balance is to cover. */
export interface CoveredPayout {
  readonly accountId: string;
  readonly currency: CurrencyCode;
  readonly amount: DecimalString;
  /** Itself, once it is recorded: what it needed so far is in `amount`. */
  readonly exceptId: string | null;
}

@Injectable()
export class PayoutsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async isKeyUsed(tx: Transaction, accountId: string, idempotencyKey: string): Promise<boolean> {
    return tx.manager.existsBy(PayoutEntity, { accountId, idempotencyKey });
  }

  /**
   * Whether somebody was, or is about to be, paid the same amount: by a payout that was made or claimed lately, or by
   * one that may still be sent or may have been, however old it is. One that was refused counts where something before
   * the provider may have refused it. Takes a lock on the recipient until the transaction ends, so that of two possible
   * duplicates created at once the second sees the first.
   */
  async findPossibleDuplicate(
    tx: Transaction,
    payout: {
      readonly recipientHash: Buffer;
      readonly amount: DecimalString;
      readonly withinHours: number;
      /** Itself, once it is recorded. */
      readonly exceptId: string | null;
    },
  ): Promise<string | null> {
    await tx.lockName(payout.recipientHash.toString('hex'));
    const [row] = await tx.query<{ id: string }>(
      `SELECT id FROM payouts WHERE recipient_hash = $1 AND amount = $2
         AND submission_state NOT IN ('DECLINED', 'WITHDRAWN') AND id IS DISTINCT FROM $4
         AND (submission_state <> 'REJECTED' OR EXISTS (SELECT 1 FROM payout_attempts
           WHERE payout_id = payouts.id AND state = 'REJECTED' AND http_status = ANY ($5)))
         AND (created_at > now() - make_interval(hours => $3)
           OR submission_state IN ('AWAITING_APPROVAL', 'APPROVED', 'SUBMITTING', 'UNCONFIRMED')
           OR EXISTS (SELECT 1 FROM payout_attempts
             WHERE payout_id = payouts.id AND claimed_at > now() - make_interval(hours => $3)))
       LIMIT 1`,
      [payout.recipientHash, payout.amount, payout.withinHours, payout.exceptId, NOBODYS_REFUSALS],
    );
    return row?.id ?? null;
  }

  /**
   * Locks payouts of one account that may be sent now and are what was approved: those with these ids, due or not, or
   * all that are due, up to `limit`, longest due first. Those another replica is claiming at this moment are skipped.
   */
  async lockSendable(tx: Transaction, { ids, accountId, limit }: WantedPayouts): Promise<PayoutEntity[]> {
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM payouts
       WHERE ${ids === null ? 'next_attempt_at <= now()' : 'id = ANY ($3)'} AND account_id = $1
         AND ${SENDABLE}
       ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED`,
      ids === null ? [accountId, limit] : [accountId, limit, ids],
    );
    // Balance by balance, always in one order: two claims that lock several cannot wait for each other.
    return tx.manager.find(PayoutEntity, {
      where: { id: In(rows.map((row) => row.id)) },
      order: { accountId: 'ASC', currency: 'ASC', nextAttemptAt: 'ASC' },
    });
  }

  /**
   * How many payouts of each account are due, of the thousand longest due; none while the gate is shut. Locks nothing.
   */
  async countDue(): Promise<{ readonly accountId: string; readonly count: number }[]> {
    return this.dataSource.query(
      `SELECT account_id AS "accountId", count(*)::int AS count FROM (
         SELECT account_id FROM payouts WHERE next_attempt_at <= now() AND ${SENDABLE} AND (SELECT is_open FROM payout_gate)
         ORDER BY next_attempt_at LIMIT 1000) AS due
       GROUP BY account_id ORDER BY account_id`,
    );
  }

  /** Puts off a hundred payouts of an account that are due, and says whether there may be more. */
  async postponeDue(
    accountId: string,
    { problem, seconds }: { readonly problem: string; readonly seconds: number },
  ): Promise<boolean> {
    const limit = 100;
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `UPDATE payouts SET problem = $2, blocked_by = NULL, next_attempt_at = now() + make_interval(secs => $3),
         updated_at = now()
       WHERE id IN (SELECT id FROM payouts WHERE next_attempt_at <= now() AND account_id = $1 AND ${SENDABLE}
                    ORDER BY next_attempt_at LIMIT $4 FOR UPDATE SKIP LOCKED)`,
      [accountId, problem, seconds, limit],
    );
    return count === limit;
  }

  /**
   * Whether the balance covers a payout besides all others that wait to be sent; true where no book is open. Locks
   * nothing: of many at once, more may be told so than are covered. One statement, so that a payout that is claimed at
   * this moment counts once.
   */
  async isCovered(tx: Transaction, payout: CoveredPayout): Promise<boolean> {
    const [book] = await tx.query<{ isCovered: boolean }>(
      // The time of the next attempt is what the index of waiting payouts is about.
      `SELECT available >= $3::numeric + (
         SELECT coalesce(sum(amount), 0) FROM payouts
         WHERE next_attempt_at IS NOT NULL AND finding IS NULL AND account_id = $1 AND currency = $2
           AND id IS DISTINCT FROM $4) AS "isCovered"
       FROM ledger_balances WHERE account_id = $1 AND currency = $2`,
      [payout.accountId, payout.currency, payout.amount, payout.exceptId],
    );
    return book?.isCovered ?? true;
  }

  /** Has a payout that may be sent, and that no limit holds, wait on, and says why. */
  async postponeAttempt(
    tx: Transaction,
    id: string,
    { problem, seconds }: { readonly problem: string; readonly seconds: number },
  ): Promise<void> {
    await tx.query(
      `UPDATE payouts SET problem = $2, blocked_by = NULL, next_attempt_at = now() + make_interval(secs => $3),
         updated_at = now() WHERE id = $1`,
      [id, problem, seconds],
    );
  }

  /** Whether the status that is suspected was first seen so long ago, by the database's clock. */
  async isSuspectedFor(tx: Transaction, id: string, seconds: number): Promise<boolean> {
    const suspectedAt = Raw((column) => `${column} <= clock_timestamp() - make_interval(secs => :seconds)`, {
      seconds,
    });
    return tx.manager.existsBy(PayoutEntity, { id, suspectedAt });
  }

  /** Notes that these were read back, and that nothing had changed. */
  async markRead(tx: Transaction, ids: readonly string[]): Promise<void> {
    await tx.query('UPDATE payouts SET read_back_at = now(), absent_since = NULL WHERE id = ANY($1)', [ids]);
  }

  async noteFinding(tx: Transaction, id: string, finding: string): Promise<void> {
    await tx.query('UPDATE payouts SET finding = $2, updated_at = now() WHERE id = $1', [id, finding]);
  }

  async noteProblem(tx: Transaction, id: string, problem: string): Promise<void> {
    await tx.query('UPDATE payouts SET problem = $2, updated_at = now() WHERE id = $1', [id, problem]);
  }

  /** Notes that the provider did not show it, and how long that has been so, by the database's clock. */
  async noteAbsence(tx: Transaction, id: string): Promise<Absence> {
    const [absence] = await tx.query<Absence>(
      `UPDATE payouts SET absent_since = coalesce(absent_since, clock_timestamp()) WHERE id = $1
       RETURNING extract(epoch FROM clock_timestamp() - absent_since)::float8 AS "forSeconds",
         coalesce(accepted_at > now() - make_interval(mins => $2), false) AS "isYoung"`,
      [id, YOUNG_MINUTES],
    );
    if (!absence) throw new Error(`Payout ${id} vanished while its absence was noted`);
    return { ...absence, forSeconds: Math.max(0, absence.forSeconds) };
  }

  /** Notes that the provider shows it after all. */
  async noteShown(tx: Transaction, id: string): Promise<void> {
    await tx.query('UPDATE payouts SET absent_since = NULL WHERE id = $1', [id]);
  }

  /** Moves the next check of a payout; what is not checked any more stays so. */
  async postponePoll(tx: Transaction, id: string, seconds: number): Promise<void> {
    await tx.query(
      `UPDATE payouts SET next_check_at = now() + make_interval(secs => $2) WHERE id = $1 AND next_check_at IS NOT NULL`,
      [id, seconds],
    );
  }

  /** The payout, locked until the transaction ends; null when there is none. */
  async findForUpdate(tx: Transaction, id: string): Promise<PayoutEntity | null> {
    return tx.manager.findOne(PayoutEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async findById(id: string): Promise<PayoutEntity | null> {
    return this.dataSource.manager.findOneBy(PayoutEntity, { id });
  }

  async findByIds(ids: readonly string[], source: DataSource = this.dataSource): Promise<PayoutEntity[]> {
    return source.manager.findBy(PayoutEntity, { id: In([...ids]) });
  }

  async findByProviderId(providerPayoutId: string): Promise<PayoutEntity | null> {
    return this.dataSource.manager.findOneBy(PayoutEntity, { providerPayoutId });
  }

  async findByProviderIds(providerPayoutIds: readonly string[]): Promise<PayoutEntity[]> {
    return this.dataSource.manager.findBy(PayoutEntity, { providerPayoutId: In([...providerPayoutIds]) });
  }

  async findByIdempotencyKey(accountId: string, idempotencyKey: string): Promise<PayoutEntity | null> {
    return this.dataSource.manager.findOneBy(PayoutEntity, { accountId, idempotencyKey });
  }

  /** Claims payouts that are due for a check; see `claimDueRows`. */
  async claimDuePolls(tx: Transaction, limit: number): Promise<PayoutEntity[]> {
    const ids = await claimDueRows(
      tx,
      { table: 'payouts', dueColumn: 'next_check_at', leaseSeconds: CHECK_LEASE_SECONDS },
      limit,
    );
    return tx.manager.findBy(PayoutEntity, { id: In(ids) });
  }
}
