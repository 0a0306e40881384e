import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import type { FieldFingerprint } from '../../../common/field-fingerprint.js';
import type { Transaction } from '../../../database/transaction.js';
import { claimDueRows } from '../../../scheduling/claim-due-rows.js';
import type { PaymentType } from '../../destinations/payment-type.js';
import type { Absence } from '../domain/payout-absence.js';
import type { HoldReason, ProviderPayoutState } from '../domain/payout-status.js';
import type { SubmissionState } from '../domain/submission-state.js';
import { PayoutEntity } from './payout.entity.js';

// A check is at most two reads, each bounded by the provider's time-out with retries; past this its claimer was killed.
const CHECK_LEASE_SECONDS = 90;

// The mutation that created or approved a payout sends it and returns the answer; the tick is for those whose process
// ended first. 5 s are many times what the commit and the claim behind it take, even on a machine short of time.
export const CALLER_FIRST_SECONDS = 5;

// Outlasts what a read side is usually behind by, and the restart of a replica there.
const YOUNG_MINUTES = 60;

// "No such address" and "not by this method": the service has the address, so a proxy may have said so, after the service
// acted.
const NOBODYS_REFUSALS: readonly number[] = [404, 405];

export interface NewPayoutRow {
  readonly id: string;
  readonly accountId: string;
  readonly idempotencyKey: string;
  readonly requestFingerprint: FieldFingerprint;
  readonly externalId: string | null;
  readonly destination: string;
  readonly amount: DecimalString;
  readonly currency: CurrencyCode;
  readonly paymentType: PaymentType;
  readonly serviceId: number | null;
  readonly note: string | null;
  readonly sealedRecipient: Buffer;
  readonly maskedRequisites: string;
  readonly recipientHash: Buffer;
  readonly requisitesHash: Buffer;
  readonly contentHash: Buffer;
  /** Null sends it at once. */
  readonly holdReason: HoldReason | null;
  readonly approvalsNeeded: number;
  readonly createdBy: string;
}

// One with a finding is known to be at the payment service, whatever became of its last attempt, and is never sent again.
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

/** How a submission went on. */
export interface SubmissionChange {
  readonly state: SubmissionState;
  readonly problem: string | null;
  /** Seconds until it may be sent again; given for APPROVED only. */
  readonly nextAttemptSeconds: number | null;
}

/** What a read-back or a create answer changes. */
export interface ProviderChange {
  readonly providerPayoutId: string;
  readonly providerStatus: string;
  readonly providerState: ProviderPayoutState;
  readonly statusMessage: string | null;
  readonly problem: string | null;
  readonly suspectedState: ProviderPayoutState | null;
  readonly completedAt: Date | null;
  readonly providerCompletedAt: Date | null;
  /** Given when the payment service corrected an end. */
  readonly correction: string | null;
  readonly checksMade: number;
  /** Null when it is not looked at any more by itself. */
  readonly nextCheckSeconds: number | 'as planned' | null;
}

@Injectable()
export class PayoutsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Inserts a payout, approved or held; false when the account has one with this idempotency key already. */
  async insert(tx: Transaction, payout: NewPayoutRow): Promise<boolean> {
    const isHeld = payout.holdReason !== null;
    const inserted = await tx.query(
      `INSERT INTO payouts (id, account_id, idempotency_key, request_fingerprint, external_id, destination, amount,
         currency, payment_type, service_id, note, sealed_recipient, masked_requisites, recipient_hash, requisites_hash,
         content_hash, approved_hash, hold_reason, submission_state, next_attempt_at, created_by, approvals_needed)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
         CASE WHEN $19 = 'APPROVED' THEN now() + make_interval(secs => $21) END, $20, $22)
       ON CONFLICT ON CONSTRAINT uq_payouts_account_id_idempotency_key DO NOTHING RETURNING id`,
      [
        payout.id,
        payout.accountId,
        payout.idempotencyKey,
        JSON.stringify(payout.requestFingerprint),
        payout.externalId,
        payout.destination,
        payout.amount,
        payout.currency,
        payout.paymentType,
        payout.serviceId,
        payout.note,
        payout.sealedRecipient,
        payout.maskedRequisites,
        payout.recipientHash,
        payout.requisitesHash,
        payout.contentHash,
        isHeld ? null : payout.contentHash,
        payout.holdReason,
        isHeld ? 'AWAITING_APPROVAL' : 'APPROVED',
        payout.createdBy,
        CALLER_FIRST_SECONDS,
        payout.approvalsNeeded,
      ],
    );
    return inserted.length === 1;
  }

  async isKeyUsed(tx: Transaction, accountId: string, idempotencyKey: string): Promise<boolean> {
    return tx.manager.existsBy(PayoutEntity, { accountId, idempotencyKey });
  }

  /**
   * Whether somebody was, or is about to be, paid the same amount: by a payout that was made or claimed lately, or by one
   * that may still be sent or may have been, however old it is. One that was refused counts where something before the
   * payment service may have refused it. Takes a lock on the recipient until the transaction ends,
   * so that of two look-alikes created at once the second sees the first.
   */
  async findLookAlike(
    tx: Transaction,
    payout: {
      readonly recipientHash: Buffer;
      readonly amount: DecimalString;
      readonly withinHours: number;
      /** Itself, once it is recorded. */
      readonly exceptId: string | null;
    },
  ): Promise<string | null> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))`, [payout.recipientHash]);
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
   * Locks payouts of one account that may be sent now and are what was approved: those with these ids, due or not, or all
   * that are due, up to `limit`, longest due first. Those another replica is claiming at this moment are skipped.
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

  /** How many payouts of each account are due, of the thousand longest due; none while the gate is shut. Locks nothing. */
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
      `UPDATE payouts SET problem = $2, held_by = NULL, next_attempt_at = now() + make_interval(secs => $3),
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
      `UPDATE payouts SET problem = $2, held_by = NULL, next_attempt_at = now() + make_interval(secs => $3),
         updated_at = now() WHERE id = $1`,
      [id, problem, seconds],
    );
  }

  async markSubmitting(tx: Transaction, ids: readonly string[]): Promise<void> {
    await tx.query(
      `UPDATE payouts SET submission_state = 'SUBMITTING', next_attempt_at = NULL, problem = NULL, held_by = NULL,
         claimed_on = (now() AT TIME ZONE 'UTC')::date, attempts_made = attempts_made + 1, updated_at = now()
       WHERE id = ANY ($1)`,
      [ids],
    );
  }

  async changeSubmission(tx: Transaction, id: string, change: SubmissionChange): Promise<void> {
    await tx.query(
      `UPDATE payouts SET submission_state = $2, problem = $3,
         next_attempt_at = now() + make_interval(secs => $4), updated_at = now() WHERE id = $1`,
      [id, change.state, change.problem, change.nextAttemptSeconds],
    );
  }

  /** Records that everybody who had to has approved exactly this content. */
  async approve(tx: Transaction, id: string): Promise<void> {
    await tx.query(
      `UPDATE payouts SET submission_state = 'APPROVED', approved_hash = content_hash, hold_reason = NULL, problem = NULL,
         next_attempt_at = now() + make_interval(secs => $2), updated_at = now() WHERE id = $1`,
      [id, CALLER_FIRST_SECONDS],
    );
  }

  async changeProvider(tx: Transaction, id: string, change: ProviderChange): Promise<void> {
    await tx.query(
      `UPDATE payouts SET submission_state = 'ACCEPTED', provider_payout_id = $2, provider_status = $3,
         provider_state = $4, status_message = $5, problem = $6, suspected_state = $7,
         suspected_at = CASE WHEN $7::text IS NULL THEN NULL
                             WHEN suspected_state = $7 THEN suspected_at ELSE clock_timestamp() END,
         completed_at = $8, provider_completed_at = $13, read_back_at = now(),
         corrected_at = CASE WHEN $9::text IS NULL THEN corrected_at ELSE now() END, finding = coalesce($9, finding), checks_made = $10,
         next_check_at = CASE WHEN $12 THEN next_check_at ELSE now() + make_interval(secs => $11) END,
         next_attempt_at = NULL,
         accepted_at = coalesce(accepted_at, now()),
         -- The retention of the recipient runs from here: a read that finds nothing new must not start it again.
         updated_at = CASE WHEN $9::text IS NULL AND
             (submission_state, provider_payout_id, provider_status, provider_state, status_message, problem,
               suspected_state, date_trunc('milliseconds', completed_at))
             IS NOT DISTINCT FROM ('ACCEPTED'::text, $2::uuid, $3::text, $4::text, $5::text, $6::text, $7::text,
               $8::timestamptz)
           THEN updated_at ELSE now() END
       WHERE id = $1`,
      [
        id,
        change.providerPayoutId,
        change.providerStatus,
        change.providerState,
        change.statusMessage,
        change.problem,
        change.suspectedState,
        change.completedAt,
        change.correction,
        change.checksMade,
        change.nextCheckSeconds === 'as planned' ? null : change.nextCheckSeconds,
        change.nextCheckSeconds === 'as planned',
        change.providerCompletedAt,
      ],
    );
  }

  /** Whether the status that is suspected was first seen so long ago, by the database's clock. */
  async isSuspectedFor(tx: Transaction, id: string, seconds: number): Promise<boolean> {
    const rows = await tx.query(
      `SELECT id FROM payouts WHERE id = $1 AND suspected_at <= clock_timestamp() - make_interval(secs => $2)`,
      [id, seconds],
    );
    return rows.length === 1;
  }

  /** Notes that these were read back, and that nothing had changed. */
  async markRead(tx: Transaction, ids: readonly string[]): Promise<void> {
    await tx.query('UPDATE payouts SET read_back_at = now(), absent_since = NULL WHERE id = ANY($1)', [ids]);
  }

  /** Takes back that the payment service has it under an id; what it said of that id says nothing of this payout. */
  async unbind(tx: Transaction, id: string, problem: string): Promise<void> {
    await tx.query(
      `UPDATE payouts SET submission_state = 'UNCONFIRMED', provider_payout_id = NULL, provider_status = NULL,
         provider_state = NULL, status_message = NULL, suspected_state = NULL, suspected_at = NULL, completed_at = NULL,
         provider_completed_at = NULL, accepted_at = NULL, absent_since = NULL, problem = $2, checks_made = 0,
         next_check_at = NULL, updated_at = now()
       WHERE id = $1`,
      [id, problem],
    );
  }

  async noteFinding(tx: Transaction, id: string, finding: string): Promise<void> {
    await tx.query('UPDATE payouts SET finding = $2, updated_at = now() WHERE id = $1', [id, finding]);
  }

  async noteProblem(tx: Transaction, id: string, problem: string): Promise<void> {
    await tx.query('UPDATE payouts SET problem = $2, updated_at = now() WHERE id = $1', [id, problem]);
  }

  /** Notes that the payment service did not show it, and how long that has been so, by the database's clock. */
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

  /** Notes that the payment service shows it after all. */
  async noteShown(tx: Transaction, id: string): Promise<void> {
    await tx.query('UPDATE payouts SET absent_since = NULL WHERE id = $1', [id]);
  }

  /** Moves the next check of a payout; what is not checked any more stays so. */
  async postponeCheck(tx: Transaction, id: string, seconds: number): Promise<void> {
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
  async claimDueChecks(tx: Transaction, limit: number): Promise<PayoutEntity[]> {
    const ids = await claimDueRows(
      tx,
      { table: 'payouts', dueColumn: 'next_check_at', leaseSeconds: CHECK_LEASE_SECONDS },
      limit,
    );
    return tx.manager.findBy(PayoutEntity, { id: In(ids) });
  }
}
