import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { AccountEntity } from '../../desk/accounts/persistence/account.entity.js';
import type { CardSubject } from '../../desk/card-limits/domain/card-subject.js';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { FieldFingerprint } from '../../common/field-fingerprint.js';
import { ORDER_METHODS, type OrderMethod } from '../../desk/accounts/domain/order-method.js';
import type { OrderStatus } from '../domain/order-status.js';
import type { CustomerKeys } from '../domain/customer-keys.js';

@Entity('orders')
@Unique(['accountId', 'idempotencyKey'])
@Unique(['accountId', 'externalId'])
@Index(['nextCheckAt'], { where: 'next_check_at IS NOT NULL' })
@Index(['retryOf'], { where: 'retry_of IS NOT NULL' })
@Index(['createdAt', 'id'])
@Index(['updatedAt', 'id'])
@Index(['amount', 'id'])
@Index(['status', 'createdAt', 'id'])
@Index('ix_orders_problem', ['createdAt', 'id'], { where: 'problem IS NOT NULL' })
@Index(['paidAt'], { where: 'paid_at IS NOT NULL' })
@Index('ix_orders_customer_hashes_due', ['updatedAt'], {
  where: 'customer_hashes IS NOT NULL AND next_check_at IS NULL',
})
// A GIN index, for the search by payer.
@Index('ix_orders_customer_hashes', { synchronize: false })
// Indexes on expressions, for the search.
@Index('ix_orders_id_end', { synchronize: false })
@Index('ix_orders_provider_order_id_end', { synchronize: false })
@Index('ix_orders_external_id_beginning', { synchronize: false })
@Index('ix_orders_external_id_end', { synchronize: false })
@Index('ix_orders_purpose', { synchronize: false })
// Only release 0.1.0 uses this index. That release may still be running, or be started again.
@Index('ix_orders_search', { synchronize: false })
@Check('chk_orders_method', `method IN (${ORDER_METHODS.map((method) => `'${method}'`).join(', ')})`)
@Check(
  'chk_orders_status',
  `status IN ('SUBMITTING', 'CREATED', 'PENDING', 'PAID', 'DECLINED', 'CANCELED', 'EXPIRED', 'ABANDONED', 'UNCONFIRMED',
     'UNRECOGNIZED')`,
)
@Check('chk_orders_amount', 'amount > 0 AND amount < 1e12 AND scale(amount) <= 4')
@Check('chk_orders_commission', 'commission >= 0 AND commission < 1e12 AND scale(commission) <= 4')
@Check('chk_orders_received', 'received >= 0 AND received < 1e12 AND scale(received) <= 4')
@Check('chk_orders_currency', `currency ~ '^[A-Z]{3}$'`)
// Only the mask of a card number is stored: the database rejects anything with more digits in a row.
@Check('chk_orders_masked_card_number', `masked_card_number ~ '^[0-9]{6}[*]{2,9}[0-9]{4}$'`)
// Once the provider has an order, the row contains the provider's id.
@Check(
  'chk_orders_provider_order_id',
  `provider_order_id IS NOT NULL OR status IN ('SUBMITTING', 'DECLINED', 'ABANDONED', 'UNCONFIRMED')`,
)
// An order has a next poll exactly if its status may change by itself.
@Check(
  'chk_orders_next_check_at',
  `(next_check_at IS NOT NULL) = (status IN ('SUBMITTING', 'CREATED', 'PENDING', 'UNCONFIRMED', 'UNRECOGNIZED'))`,
)
export class OrderEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  @ForeignKey(() => AccountEntity)
  accountId: string;

  @Column('text', { nullable: true })
  idempotencyKey: string | null;

  @Column({ type: 'jsonb' })
  requestFingerprint: FieldFingerprint;

  @Column('text')
  externalId: string;

  @Column('text')
  method: OrderMethod;

  @Column('text')
  status: OrderStatus;

  @Column('numeric')
  amount: DecimalString;

  @Column('text', { nullable: true })
  currency: CurrencyCode | null;

  @Column('text', { nullable: true })
  purpose: string | null;

  @Column('text', { nullable: true })
  successUrl: string | null;

  @Column('text', { nullable: true })
  failUrl: string | null;

  /** First six and last four digits of the card, if it was sent with the order. */
  @Column('text', { nullable: true })
  maskedCardNumber: string | null;

  @Column('text', { nullable: true })
  cardBrand: string | null;

  /** Keyed hashes of the payer's details, to count the payer's cards by if the card comes later. */
  @Column('text', { array: true, nullable: true })
  payerSubjects: CardSubject[] | null;

  /** Keyed hashes of the payer's e-mail, phone and customer id; null if none was given, and once purged. */
  @Column('bytea', { array: true, nullable: true })
  customerHashes: Buffer[] | null;

  /** The payer's e-mail, phone and customer id, masked; null if none was given. */
  @Column('jsonb', { nullable: true })
  maskedCustomer: CustomerKeys | null;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => OrderEntity)
  retryOf: string | null;

  @Column('uuid', { nullable: true, unique: true })
  providerOrderId: string | null;

  @Column('text', { nullable: true })
  providerStatus: string | null;

  @Column('text', { nullable: true })
  paymentLink: string | null;

  @Column('numeric', { nullable: true })
  commission: DecimalString | null;

  @Column('numeric', { nullable: true })
  received: DecimalString | null;

  /** A problem for operators, in one sentence; null if there is none. */
  @Column('text', { nullable: true })
  problem: string | null;

  @Column('timestamptz', { nullable: true })
  paidAt: Date | null;

  @Column('integer', { default: 0 })
  checksMade: number;

  @Column('timestamptz', { nullable: true })
  nextCheckAt: Date | null;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
