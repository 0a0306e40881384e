import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { CurrencyCode } from '../../common/currency.js';
import type { DecimalString } from '../../common/decimal.js';
import type { FieldFingerprint } from '../../common/field-fingerprint.js';
import type { OrderMethod } from '../../accounts/domain/order-method.js';
import type { OrderStatus } from '../domain/order-status.js';

/** What a payer pays. The invariants between its columns are CHECKs in the migration. */
@Entity('orders')
export class OrderEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
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

  /** First six and last four digits, when the card was sent with the order. */
  @Column('text', { nullable: true })
  maskedCardNumber: string | null;

  @Column('text', { nullable: true })
  cardBrand: string | null;

  /** The failed order that this one tries again. */
  @Column('uuid', { nullable: true })
  retryOf: string | null;

  @Column('uuid', { nullable: true })
  providerOrderId: string | null;

  /** The provider's status word, verbatim. */
  @Column('text', { nullable: true })
  providerStatus: string | null;

  @Column('text', { nullable: true })
  paymentLink: string | null;

  @Column('numeric', { nullable: true })
  commission: DecimalString | null;

  @Column('numeric', { nullable: true })
  received: DecimalString | null;

  /** What an operator should know, in one sentence; null when all is well. */
  @Column('text', { nullable: true })
  problem: string | null;

  @Column('timestamptz', { nullable: true })
  paidAt: Date | null;

  @Column('integer')
  checksMade: number;

  @Column('timestamptz', { nullable: true })
  nextCheckAt: Date | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
