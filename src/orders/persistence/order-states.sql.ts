import { Injectable } from '@nestjs/common';
import type { OrderMethod } from '../../accounts/domain/order-method.js';
import type { CardSubject } from '../../card-limits/domain/card-subject.js';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { FieldFingerprint } from '../../common/field-fingerprint.js';
import type { CardMask } from '../../common/text/card-number.js';
import { assignmentsOf, type Given } from '../../database/assignments.js';
import type { Transaction } from '../../database/transaction.js';
import type { OrderStatus } from '../domain/order-status.js';
import { OrderEntity } from './order.entity.js';

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

/** Columns that a move may write as they are given. */
const PLAIN_COLUMNS = {
  providerOrderId: 'provider_order_id',
  providerStatus: 'provider_status',
  paymentLink: 'payment_link',
  commission: 'commission',
  received: 'received',
  currency: 'currency',
  paidAt: 'paid_at',
  problem: 'problem',
} as const satisfies Partial<Record<keyof OrderEntity, string>>;

type PlainColumn = keyof typeof PLAIN_COLUMNS;

/** The columns written with a move. A column that is left out stays as it is. */
export interface OrderPatch extends Readonly<Partial<Pick<OrderEntity, Exclude<PlainColumn, 'problem'>>>> {
  /** Every move says what an operator should know now. */
  readonly problem: string | null;
}

/** When an order is read back next. */
export interface CheckPlan {
  readonly checksMade: number;
  /** Null when none is needed: the database refuses an open order without, and every other order with them. */
  readonly nextCheckSeconds: number | null;
}

/**
 * Writes the states of orders. For `OrderTransitions` alone, which knows what else belongs to a move. In SQL, since
 * every one passes here, and TypeORM takes half as long again.
 */
@Injectable()
export class OrderStatesRepository {
  /**
   * Inserts the intent; one that tries another again has its payer unless it names one. False when the account has an
   * order with this idempotency key or external id already.
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

  /** Moves an order; false when it is not in the state `from`, and nothing is written. */
  async move(
    tx: Transaction,
    id: string,
    move: {
      readonly from: OrderStatus;
      readonly to: OrderStatus;
      readonly patch: OrderPatch;
      readonly plan: CheckPlan;
    },
  ): Promise<boolean> {
    const parameters: unknown[] = [];
    const given: Given = (value) => `$${parameters.push(value)}`;
    const assignments = [
      `status = ${given(move.to)}`,
      ...assignmentsOf(PLAIN_COLUMNS, move.patch, given),
      `checks_made = ${given(move.plan.checksMade)}`,
      `next_check_at = now() + make_interval(secs => ${given(move.plan.nextCheckSeconds)})`,
      'updated_at = now()',
    ].join(', ');
    const moved = await tx.query(
      `UPDATE orders SET ${assignments} WHERE id = ${given(id)} AND status = ${given(move.from)} RETURNING id`,
      parameters,
    );
    return moved.length === 1;
  }
}
