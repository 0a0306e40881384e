import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { FieldFingerprint } from '../../common/field-fingerprint.js';
import type { SignedDecimalString } from '../../common/signed-decimal.js';
import type { Transaction } from '../../database/transaction.js';
import { claimDueRows } from '../../scheduling/claim-due-rows.js';
import type { PaymentType } from '../destinations/payment-type.js';
import type { HoldReason, ProviderPayoutState } from '../domain/payout-status.js';
import type { SubmissionState } from '../domain/submission-state.js';
import { PayoutEntity } from './payout.entity.js';

// A check is at most two reads, each bounded by the provider's time-out with retries; past this its claimer was killed.
const CHECK_LEASE_SECONDS = 90;

// The mutation that created or approved a payout sends it and returns the answer; the tick is for those whose process
// ended first. 5 s are many times what the commit and the claim behind it take, even on a machine short of time.
export const CALLER_FIRST_SECONDS = 5;

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
   * that may still be sent or may have been, however old it is. Takes a lock on the recipient until the transaction ends,
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
         AND submission_state NOT IN ('DECLINED', 'WITHDRAWN', 'REJECTED') AND id IS DISTINCT FROM $4
         AND (created_at > now() - make_interval(hours => $3)
           OR submission_state IN ('AWAITING_APPROVAL', 'APPROVED', 'SUBMITTING', 'UNCONFIRMED')
           OR EXISTS (SELECT 1 FROM payout_attempts
             WHERE payout_id = payouts.id AND claimed_at > now() - make_interval(hours => $3)))
       LIMIT 1`,
      [payout.recipientHash, payout.amount, payout.withinHours, payout.exceptId],
    );
    return row?.id ?? null;
  }

  /**
   * Locks payouts that may be sent now and are what was approved: one by its id, due or not, or up to `limit`, longest
   * due first. Those another replica is claiming at this moment are skipped. One with a finding is known to be at the
   * payment service, whatever became of its last attempt, and is never sent again.
   */
  async lockSendable(
    tx: Transaction,
    wanted: { readonly id: string | null; readonly limit: number },
  ): Promise<PayoutEntity[]> {
    const { id, limit } = wanted;
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM payouts
       WHERE ${id === null ? 'next_attempt_at <= now()' : 'id = $2'}
         AND submission_state = 'APPROVED' AND approved_hash = content_hash AND finding IS NULL
         AND sealed_recipient IS NOT NULL
       ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
      id === null ? [limit] : [limit, id],
    );
    // Balance by balance, always in one order: two claims that lock several cannot wait for each other.
    return tx.manager.find(PayoutEntity, {
      where: { id: In(rows.map((row) => row.id)) },
      order: { accountId: 'ASC', currency: 'ASC', nextAttemptAt: 'ASC' },
    });
  }

  /** Whether an available balance covers a payout besides all others that wait to be sent. */
  async fitsBehindWaiting(
    tx: Transaction,
    payout: {
      readonly accountId: string;
      readonly currency: CurrencyCode;
      readonly amount: DecimalString;
      readonly exceptId: string | null;
      readonly available: SignedDecimalString;
    },
  ): Promise<boolean> {
    const [row] = await tx.query<{ fits: boolean }>(
      // The time of the next attempt is what the index of waiting payouts is about.
      `SELECT coalesce(sum(amount), 0) + $3::numeric <= $4::numeric AS fits FROM payouts
       WHERE next_attempt_at IS NOT NULL AND finding IS NULL AND account_id = $1 AND currency = $2
         AND id IS DISTINCT FROM $5`,
      [payout.accountId, payout.currency, payout.amount, payout.available, payout.exceptId],
    );
    return row?.fits === true;
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

  async markSubmitting(tx: Transaction, id: string): Promise<void> {
    await tx.query(
      `UPDATE payouts SET submission_state = 'SUBMITTING', next_attempt_at = NULL, problem = NULL, held_by = NULL,
         claimed_on = (now() AT TIME ZONE 'UTC')::date, attempts_made = attempts_made + 1, updated_at = now()
       WHERE id = $1`,
      [id],
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
         accepted_at = coalesce(accepted_at, now()), updated_at = now()
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
    await tx.query('UPDATE payouts SET read_back_at = now() WHERE id = ANY($1)', [ids]);
  }

  /** Takes back that the payment service has it under an id; what it said of that id says nothing of this payout. */
  async unbind(tx: Transaction, id: string, problem: string): Promise<void> {
    await tx.query(
      `UPDATE payouts SET submission_state = 'UNCONFIRMED', provider_payout_id = NULL, provider_status = NULL,
         provider_state = NULL, status_message = NULL, suspected_state = NULL, suspected_at = NULL, completed_at = NULL,
         provider_completed_at = NULL, accepted_at = NULL, problem = $2, checks_made = 0, next_check_at = NULL, updated_at = now()
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

  async findByIds(ids: readonly string[]): Promise<PayoutEntity[]> {
    return this.dataSource.manager.findBy(PayoutEntity, { id: In([...ids]) });
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
