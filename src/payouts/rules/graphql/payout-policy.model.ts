import { Field, Int, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../../access/accounts/graphql/account.model.js';
import { ActorModel } from '../../../desk/audit/graphql/actor.model.js';
import type { CurrencyCode } from '../../../common/currency.js';
import { inCurrency } from '../../../common/text/currency-amount.js';
import type { DecimalString } from '../../../common/decimal.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import type { PolicyRecord } from '../persistence/payout-policies.repository.js';

@ObjectType('PayoutPolicy', {
  description: 'How many people must approve which payouts. The most specific matching policy applies.',
})
export class PayoutPolicyModel {
  @Field(() => AccountModel, {
    name: 'account',
    nullable: true,
    description: 'The merchant account; null if the policy applies to any account.',
  })
  accountId: string | null;

  @Field(() => CurrencyCodeScalar, {
    nullable: true,
    description: 'The currency; null if the policy applies to any currency.',
  })
  currency: CurrencyCode | null;

  @Field(() => DecimalScalar, { description: 'Minimum amount, inclusive.' })
  fromAmount: DecimalString;

  @Field(() => Int, { description: 'Number of people who must approve: 0, 1 or 2.' })
  approvers: number;

  @Field(() => ActorModel, { description: 'Who proposed the policy.' })
  proposedBy: string;

  @Field(() => ActorModel, { description: 'Who confirmed the policy.' })
  confirmedBy: string;

  @Field(() => DateTimeScalar, { description: 'The time from which the policy applies.' })
  setAt: Date;
}

export function toPayoutPolicyModel(policy: PolicyRecord): PayoutPolicyModel {
  const { accountId, fromAmount, approvers, proposedBy, confirmedBy, setAt } = policy;
  // Safe, because the scalar has validated every code before it was stored.
  const currency = policy.currency as CurrencyCode | null;
  return {
    accountId,
    currency,
    fromAmount: inCurrency(fromAmount, currency),
    approvers,
    proposedBy,
    confirmedBy,
    setAt,
  };
}
