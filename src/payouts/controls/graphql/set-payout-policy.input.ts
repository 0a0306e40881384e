import { Field, ID, InputType, Int } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import { CurrencyCodeScalar } from '../../../graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../../graphql/scalars/decimal.scalar.js';
import { DomainRule } from '../../../graphql/validation/domain-rule.decorator.js';
import { ruleDecorator } from '../../../graphql/validation/field-rule.js';
import { Id } from '../../../graphql/validation/id.decorator.js';
import { Reason } from '../../../graphql/validation/text.decorator.js';
import { MAX_APPROVERS } from '../domain/approval-policy.js';
import type { SetPayoutPolicyRequest } from '../rules/payout-policies.service.js';

const Approvers = (): PropertyDecorator =>
  ruleDecorator<number>(
    {
      name: 'approvers',
      about: `0 to ${MAX_APPROVERS}`,
      findProblem: (count) => (count >= 0 && count <= MAX_APPROVERS ? null : `must be from 0 to ${MAX_APPROVERS}.`),
    },
    'APPROVERS_INVALID',
  );

@InputType('SetPayoutPolicyInput', { description: 'How many people shall approve which payouts.' })
export class SetPayoutPolicyInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; any when absent.' })
  @DomainRule('of an account', 'ACCOUNT_NOT_FOUND')
  @Id()
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: 'The currency; any when absent.' })
  @DomainRule('needed for an amount', 'AMOUNT_WITHOUT_CURRENCY')
  currency?: CurrencyCode | null;

  @Field(() => DecimalScalar, {
    nullable: true,
    description: 'From which amount on, itself included; any amount when absent.',
  })
  fromAmount?: DecimalString | null;

  @Field(() => Int, {
    nullable: true,
    description: 'How many people: 0, 1 or 2; when absent, the policy is taken away.',
  })
  @Approvers()
  approvers?: number | null;

  @Field(() => String, { description: 'Why; kept with the change request and in the audit log.' })
  @Reason()
  reason: string;
}

/** @param proposedBy the API key or person who proposes it */
export function toSetPayoutPolicyRequest(input: SetPayoutPolicyInput, proposedBy: string): SetPayoutPolicyRequest {
  return {
    accountId: input.accountId ?? null,
    currency: input.currency ?? null,
    fromAmount: input.fromAmount ?? ('0' as DecimalString),
    approvers: input.approvers ?? null,
    reason: input.reason,
    proposedBy,
  };
}
