import { Field, ID, InputType, Int, ObjectType } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import { CurrencyCodeScalar } from '../../../platform/graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import { DomainRule } from '../../../platform/graphql/validation/domain-rule.decorator.js';
import { ruleDecorator } from '../../../platform/graphql/validation/field-rule.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { ChangeRequestModel, toChangeRequestModel } from '../../../access/changes/graphql/change-request.model.js';
import { PROPOSE_REFUSALS } from '../../../access/changes/graphql/propose-refusals.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { MAX_APPROVERS } from '../domain/approval-policy.js';
import type { SetPayoutPolicyRequest, SetPayoutPolicyResult } from '../payout-policies.service.js';
import { PayoutPolicyModel, toPayoutPolicyModel } from './payout-policy.model.js';

const Approvers = (): PropertyDecorator =>
  ruleDecorator<number>(
    {
      name: 'approvers',
      about: `0 to ${MAX_APPROVERS}`,
      findProblem: (count) => (count >= 0 && count <= MAX_APPROVERS ? null : `must be from 0 to ${MAX_APPROVERS}.`),
    },
    'APPROVERS_INVALID',
  );

@InputType('SetPayoutPolicyInput', { description: 'The policy to set.' })
export class SetPayoutPolicyInput {
  @Field(() => ID, {
    nullable: true,
    description: 'The merchant account; absent if the policy applies to any account.',
  })
  @DomainRule('an existing account', 'ACCOUNT_NOT_FOUND')
  @Id()
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, {
    nullable: true,
    description: 'The currency; absent if the policy applies to any currency.',
  })
  @DomainRule('required with an amount', 'AMOUNT_WITHOUT_CURRENCY')
  currency?: CurrencyCode | null;

  @Field(() => DecimalScalar, {
    nullable: true,
    description: 'Minimum amount, inclusive; absent for any amount.',
  })
  fromAmount?: DecimalString | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of people who must approve: 0, 1 or 2. If absent, the policy is removed.',
  })
  @Approvers()
  approvers?: number | null;

  @Field(() => String, { description: 'The reason; stored with the change request and in the audit log.' })
  @Reason()
  reason: string;
}

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

@ObjectType('SetPayoutPolicyPayload', {
  description: 'The policies after the call, and the problems with the request.',
})
export class SetPayoutPolicyPayload extends mutationPayload('SetPayoutPolicy', {
  description: 'Why a change to a payout policy was not proposed.',
  values: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    AMOUNT_TOO_PRECISE: 'The amount has more decimals than its currency allows.',
    AMOUNT_WITHOUT_CURRENCY: 'An amount requires a currency.',
    APPROVERS_INVALID: 'A policy requires 0, 1 or 2 people.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
    ...PROPOSE_REFUSALS,
  },
}) {
  @Field(() => [PayoutPolicyModel], { description: 'All policies in their current state.' })
  policies: PayoutPolicyModel[];

  @Field(() => ChangeRequestModel, {
    nullable: true,
    description: 'The change request, which another person must confirm; null if nothing was proposed.',
  })
  changeRequest: ChangeRequestModel | null;
}

export function toSetPayoutPolicyPayload(result: SetPayoutPolicyResult): SetPayoutPolicyPayload {
  const { policies, changeRequest, refusal } = result;
  return {
    policies: policies.map(toPayoutPolicyModel),
    changeRequest: changeRequest && toChangeRequestModel(changeRequest),
    userErrors: toUserErrors(refusal),
  };
}
