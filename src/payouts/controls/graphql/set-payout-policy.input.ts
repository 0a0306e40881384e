import { Field, ID, InputType, Int } from '@nestjs/graphql';
import type { CurrencyCode } from '../../../common/currency.js';
import type { DecimalString } from '../../../common/decimal.js';
import { parseUuidInput } from '../../../graphql/errors/parse-uuid-input.js';
import { CurrencyCodeScalar } from '../../../graphql/scalars/currency-code.scalar.js';
import { DecimalScalar } from '../../../graphql/scalars/decimal.scalar.js';
import type { SetPayoutPolicyRequest } from '../rules/payout-policies.service.js';

@InputType('SetPayoutPolicyInput', { description: 'How many people shall approve which payouts.' })
export class SetPayoutPolicyInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; any when absent.' })
  accountId?: string | null;

  @Field(() => CurrencyCodeScalar, { nullable: true, description: 'The currency; any when absent.' })
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
  approvers?: number | null;

  @Field(() => String, { description: 'Why; kept with the change request and in the audit log.' })
  reason: string;
}

/**
 * @param proposedBy the API key or person who proposes it
 * @throws GraphQLError BAD_USER_INPUT naming the field of the input
 */
export function toSetPayoutPolicyRequest(input: SetPayoutPolicyInput, proposedBy: string): SetPayoutPolicyRequest {
  return {
    accountId: parseUuidInput(input.accountId, ['input', 'accountId']),
    currency: input.currency ?? null,
    fromAmount: input.fromAmount ?? ('0' as DecimalString),
    approvers: input.approvers ?? null,
    reason: input.reason,
    proposedBy,
  };
}
