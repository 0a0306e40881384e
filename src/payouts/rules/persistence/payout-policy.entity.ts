import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { AccountEntity } from '../../../desk/accounts/persistence/account.entity.js';
import type { DecimalString } from '../../../common/decimal.js';
import type { ApprovalPolicy } from '../domain/approval-policy.js';

@Entity('payout_policies')
// The migration says NULLS NOT DISTINCT, because there is only one policy for any account.
@Unique(['accountId', 'currency', 'fromAmount'])
@Check('chk_payout_policies_approvers', 'approvers BETWEEN 0 AND 2')
@Check('chk_payout_policies_currency', `currency ~ '^[A-Z]{3}$'`)
@Check('chk_payout_policies_from_amount', 'from_amount >= 0 AND from_amount < 1e12 AND scale(from_amount) <= 4')
// A policy from a certain amount needs a currency.
@Check('chk_payout_policies_band', 'currency IS NOT NULL OR from_amount = 0')
@Check('chk_payout_policies_two_people', 'confirmed_by <> proposed_by')
export class PayoutPolicyEntity implements ApprovalPolicy {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid', { nullable: true })
  @ForeignKey(() => AccountEntity)
  accountId: string | null;

  @Column('text', { nullable: true })
  currency: string | null;

  @Column('numeric')
  fromAmount: DecimalString;

  @Column('smallint')
  approvers: number;

  @Column('uuid')
  proposedBy: string;

  @Column('uuid')
  confirmedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  setAt: Date;
}
