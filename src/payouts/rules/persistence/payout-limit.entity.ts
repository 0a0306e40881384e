import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { AccountEntity } from '../../../desk/accounts/persistence/account.entity.js';
import type { DecimalString } from '../../../common/decimal.js';
import type { PayoutLimit } from '../domain/payout-limits.js';
import type { PayoutLimitKind } from '../../core/domain/payout-limit-kind.js';

@Entity('payout_limits')
// The migration says NULLS NOT DISTINCT, because there is only one limit for all accounts together.
@Unique(['kind', 'accountId', 'currency'])
@Check(
  'chk_payout_limits_kind',
  `kind IN ('LARGEST_PAYOUT', 'DAILY_SUM', 'DAILY_SUM_PER_MAKER', 'DAILY_COUNT_PER_RECIPIENT')`,
)
@Check('chk_payout_limits_value', 'value >= 0 AND value < 1e12 AND scale(value) <= 4')
// A limit on amounts has a currency. The limit per recipient has none, and applies to all accounts.
@Check(
  'chk_payout_limits_currency',
  `CASE WHEN kind = 'DAILY_COUNT_PER_RECIPIENT'
     THEN currency IS NULL AND account_id IS NULL AND scale(value) = 0 ELSE currency ~ '^[A-Z]{3}$' END`,
)
@Check('chk_payout_limits_two_people', 'confirmed_by <> proposed_by')
export class PayoutLimitEntity implements PayoutLimit {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  kind: PayoutLimitKind;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => AccountEntity)
  accountId: string | null;

  @Column('text', { nullable: true })
  currency: string | null;

  @Column('numeric')
  value: DecimalString;

  @Column('uuid')
  proposedBy: string;

  @Column('uuid')
  confirmedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  setAt: Date;
}
