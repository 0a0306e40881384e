import { Injectable } from '@nestjs/common';
import type { CardSubject } from '../../desk/card-limits/domain/card-subject.js';
import { MoveRefusedError } from '../../common/state-machine.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { assignmentsOf, type Given, insertIfNew } from '../../platform/database/writes.js';
import type { OrderStatus } from '../domain/order-status.js';
import { OrderEntity } from './order.entity.js';

/** Columns that a move copies from its patch unchanged. */
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

/** Columns that are filled in later, or by the database. */
type Later = Exclude<PlainColumn, 'currency'> | 'status' | 'checksMade' | 'nextCheckAt' | 'createdAt' | 'updatedAt';

/** The row of a new order. Every column of the entity must be given here, or listed in `Later`. */
export interface NewOrderRow extends Readonly<Omit<OrderEntity, Later | 'payerSubjects' | 'customerHashes'>> {
  /** Empty if no card will be sent later, or if the payer is unknown. */
  readonly payerSubjects: readonly CardSubject[];
  /** Empty if the payer is unknown. */
  readonly customerHashes: readonly Buffer[];
  /** If there is no answer after this time, the submission counts as lost. */
  readonly deadlineSeconds: number;
}

/** Columns that a move writes. Columns that are absent keep their values. */
export interface OrderPatch extends Readonly<Partial<Pick<OrderEntity, Exclude<PlainColumn, 'problem'>>>> {
  /** A new problem, or null to clear it. Required, so that no move keeps an old problem by accident. */
  readonly problem: string | null;
}

export interface CheckPlan {
  readonly checksMade: number;
  /**
   * Seconds until the next poll; null for none. The database requires a time for open orders, and rejects one for
   * others.
   */
  readonly nextCheckSeconds: number | null;
}

/**
 * Writes the states of orders. Only `OrderTransitions` uses it, and adds everything else that belongs to a move. In
 * SQL, because every order passes through here, and TypeORM takes half as long again.
 */
@Injectable()
export class OrderStatesRepository {
  /**
   * Inserts the intent. A retry keeps the earlier order's payer unless it names another. If the account already has
   * this idempotency key or external id, the transaction's next statement throws `RowExistsError`.
   */
  async insert(tx: Transaction, order: NewOrderRow): Promise<void> {
    const { requestFingerprint, payerSubjects, deadlineSeconds, ...row } = order;
    const payer = order.retryOf === null ? payerColumns(order) : payerOfRetry(order, order.retryOf);
    await tx.write(
      insertIfNew('orders', {
        ...row,
        ...payer,
        requestFingerprint: JSON.stringify(requestFingerprint),
        status: 'SUBMITTING',
        payerSubjects: (given: Given) => `coalesce(nullif(${given(payerSubjects)}::text[], '{}'),
             (SELECT retried.payer_subjects FROM orders AS retried WHERE retried.id = ${given(order.retryOf)}))`,
        nextCheckAt: (given: Given) => `now() + make_interval(secs => ${given(deadlineSeconds)})`,
      } satisfies Partial<Record<keyof OrderEntity, unknown>>),
    );
  }

  /** Deletes an intent that was inserted in the same transaction. */
  async takeBack(tx: Transaction, id: string): Promise<void> {
    await tx.repository(OrderEntity).delete({ id });
  }

  /** Moves an order. If it was not in the state `from`, the transaction's next statement throws `MoveRefusedError`. */
  async move(
    tx: Transaction,
    id: string,
    move: {
      readonly from: OrderStatus;
      readonly to: OrderStatus;
      readonly patch: OrderPatch;
      readonly plan: CheckPlan;
    },
  ): Promise<void> {
    const { from, to, patch, plan } = move;
    const assignments = (given: Given): string =>
      [
        `status = ${given(to)}`,
        ...assignmentsOf(PLAIN_COLUMNS, patch, given),
        `checks_made = ${given(plan.checksMade)}`,
        `next_check_at = now() + make_interval(secs => ${given(plan.nextCheckSeconds)})`,
        'updated_at = now()',
      ].join(', ');
    await tx.write({
      table: 'orders',
      sql: (given) => `UPDATE orders SET ${assignments(given)} WHERE id = ${given(id)} AND status = ${given(from)}`,
      expects: { rows: 1, otherwise: () => new MoveRefusedError(`Order ${id}`, from, to) },
    });
  }
}

type PayerColumns = Readonly<Record<'customerHashes' | 'maskedCustomer', unknown>>;

function payerColumns({ customerHashes, maskedCustomer }: NewOrderRow): PayerColumns {
  return {
    customerHashes: customerHashes.length === 0 ? null : customerHashes,
    maskedCustomer: maskedCustomer && JSON.stringify(maskedCustomer),
  };
}

/** A retry is found by the payer given in its own request, and by the payer of the order that it retries. */
function payerOfRetry({ customerHashes, maskedCustomer }: NewOrderRow, retryOf: string): PayerColumns {
  const retried = (column: string, given: Given): string =>
    `(SELECT retried.${column} FROM orders AS retried WHERE retried.id = ${given(retryOf)})`;
  return {
    customerHashes: (given: Given) =>
      `nullif(ARRAY(SELECT DISTINCT unnest(${retried('customer_hashes', given)} || ${given(customerHashes)}::bytea[])), '{}')`,
    maskedCustomer: (given: Given) =>
      `nullif(coalesce(${retried('masked_customer', given)}, '{}') || ${given(JSON.stringify(maskedCustomer ?? {}))}::jsonb, '{}')`,
  };
}
