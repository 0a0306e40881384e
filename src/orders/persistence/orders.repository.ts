import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { ApiReads } from '../../database/api-reads.js';
import type { CardSubject } from '../../card-limits/domain/card-subject.js';
import type { CardMask } from '../../common/text/card-number.js';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { FieldFingerprint } from '../../common/field-fingerprint.js';
import type { Transaction } from '../../database/transaction.js';
import { claimDueRows } from '../../scheduling/claim-due-rows.js';
import type { OrderMethod } from '../../accounts/domain/order-method.js';
import type { OrderStatus } from '../domain/order-status.js';
import { OrderEntity } from './order.entity.js';

// A check is one read, bounded by the provider's time-out with retries; past this its claimer was killed.
const CHECK_LEASE_SECONDS = 90;

export interface NewOrderRow {
  readonly id: string;
  readonly accountId: string;
  readonly idempotencyKey: string | null;
  readonly requestFingerprint: FieldFingerprint;
  readonly externalId: string;
  readonly method: OrderMethod;
  readonly amount: DecimalString;
  readonly currency: CurrencyCode | null;
  readonly purpose: string | null;
  readonly successUrl: string | null;
  readonly failUrl: string | null;
  readonly card: CardMask | null;
  /** Empty where no card comes later, or nothing is known of the payer. */
  readonly payer: readonly CardSubject[];
  readonly retryOf: string | null;
  /** When the submission counts as lost if nothing has come of it. */
  readonly deadlineSeconds: number;
}

/** What an answer of the provider changes. */
export interface OrderChanges {
  readonly status: OrderStatus;
  readonly providerOrderId: string | null;
  readonly providerStatus: string | null;
  readonly paymentLink: string | null;
  readonly commission: DecimalString | null;
  readonly received: DecimalString | null;
  readonly currency: CurrencyCode | null;
  readonly paidAt: Date | null;
  readonly problem: string | null;
  readonly checksMade: number;
  /** Seconds until the next check; null when none is needed. */
  readonly nextCheckSeconds: number | null;
}

@Injectable()
export class OrdersRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly reads: ApiReads,
  ) {}

  /**
   * Inserts the intent; one that tries another again has its payer unless it names one. False when the account has an order with this idempotency key or
   * external id already.
   */
  async insert(tx: Transaction, order: NewOrderRow): Promise<boolean> {
    const inserted = await tx.query(
      `INSERT INTO orders (id, account_id, idempotency_key, request_fingerprint, external_id, method, status, amount,
         currency, purpose, success_url, fail_url, masked_card_number, card_brand, retry_of, payer_subjects,
         next_check_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'SUBMITTING', $7, $8, $9, $10, $11, $12, $13, $14,
         coalesce(nullif($15::text[], '{}'), (SELECT retried.payer_subjects FROM orders AS retried WHERE retried.id = $14)),
         now() + make_interval(secs => $16))
       ON CONFLICT DO NOTHING RETURNING id`,
      [
        order.id,
        order.accountId,
        order.idempotencyKey,
        JSON.stringify(order.requestFingerprint),
        order.externalId,
        order.method,
        order.amount,
        order.currency,
        order.purpose,
        order.successUrl,
        order.failUrl,
        order.card?.maskedNumber ?? null,
        order.card?.brand ?? null,
        order.retryOf,
        order.payer,
        order.deadlineSeconds,
      ],
    );
    return inserted.length === 1;
  }

  /** Takes an intent back that the same transaction inserted. */
  async takeBack(tx: Transaction, id: string): Promise<void> {
    await tx.manager.delete(OrderEntity, { id });
  }

  async update(tx: Transaction, id: string, changes: OrderChanges): Promise<void> {
    await tx.query(
      `UPDATE orders SET status = $2, provider_order_id = $3, provider_status = $4, payment_link = $5, commission = $6,
         received = $7, currency = $8, paid_at = $9, problem = $10, checks_made = $11,
         next_check_at = now() + make_interval(secs => $12), updated_at = now()
       WHERE id = $1`,
      [
        id,
        changes.status,
        changes.providerOrderId,
        changes.providerStatus,
        changes.paymentLink,
        changes.commission,
        changes.received,
        changes.currency,
        changes.paidAt,
        changes.problem,
        changes.checksMade,
        changes.nextCheckSeconds,
      ],
    );
  }

  /** Has an open order checked now, and often at first, because something happened that should soon end it. */
  async pullCheckForward(tx: Transaction, id: string): Promise<void> {
    await tx.query('UPDATE orders SET next_check_at = now(), checks_made = 0 WHERE id = $1 AND next_check_at > now()', [
      id,
    ]);
  }

  /** The orders that try this one again, newest first; a handful, since each has to fail first. */
  async findRetriesOf(id: string): Promise<OrderEntity[]> {
    return this.dataSource.manager.find(OrderEntity, {
      where: { retryOf: id },
      order: { createdAt: 'DESC' },
      take: 100,
    });
  }

  /** The order, locked until the transaction ends; null when there is none. */
  async findForUpdate(tx: Transaction, id: string): Promise<OrderEntity | null> {
    return tx.manager.findOne(OrderEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async isProviderIdTaken(tx: Transaction, providerOrderId: string): Promise<boolean> {
    return tx.manager.existsBy(OrderEntity, { providerOrderId });
  }

  async findById(id: string): Promise<OrderEntity | null> {
    return this.dataSource.manager.findOneBy(OrderEntity, { id });
  }

  async findByIds(ids: readonly string[]): Promise<OrderEntity[]> {
    return this.reads.manager.findBy(OrderEntity, { id: In([...ids]) });
  }

  async findByProviderId(providerOrderId: string): Promise<OrderEntity | null> {
    return this.dataSource.manager.findOneBy(OrderEntity, { providerOrderId });
  }

  async findByExternalId(accountId: string, externalId: string): Promise<OrderEntity | null> {
    return this.dataSource.manager.findOneBy(OrderEntity, { accountId, externalId });
  }

  async findByIdempotencyKey(accountId: string, idempotencyKey: string): Promise<OrderEntity | null> {
    return this.dataSource.manager.findOneBy(OrderEntity, { accountId, idempotencyKey });
  }

  /** Claims orders that are due for a check; see `claimDueRows`. */
  async claimDue(tx: Transaction, limit: number): Promise<OrderEntity[]> {
    const ids = await claimDueRows(
      tx,
      { table: 'orders', dueColumn: 'next_check_at', leaseSeconds: CHECK_LEASE_SECONDS },
      limit,
    );
    return tx.manager.findBy(OrderEntity, { id: In(ids) });
  }
}
