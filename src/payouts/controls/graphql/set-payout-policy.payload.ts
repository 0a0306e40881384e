import { Field, ObjectType } from '@nestjs/graphql';
import { DECISION_REFUSALS } from '../../../decisions/decisions.service.js';
import { UserError } from '../../../graphql/user-error.model.js';
import { wordEnum } from '../../../graphql/word-enum.js';
import type { SetPayoutPolicyRefusalCode, SetPayoutPolicyResult } from '../payout-policies.service.js';
import { PayoutPolicyModel, toPayoutPolicyModel } from './payout-policy.model.js';

const SetPayoutPolicyErrorCodeEnum = wordEnum<SetPayoutPolicyRefusalCode>({
  name: 'SetPayoutPolicyErrorCode',
  description: 'Why a payout policy was not set.',
  words: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    AMOUNT_WITHOUT_CURRENCY: 'An amount needs its currency.',
    APPROVERS_INVALID: 'A policy asks for 0, 1 or 2 people.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
    ...DECISION_REFUSALS,
  },
});

@ObjectType('SetPayoutPolicyUserError', {
  implements: () => [UserError],
  description: 'Why setPayoutPolicy was refused.',
})
export class SetPayoutPolicyUserErrorModel extends UserError {
  @Field(() => SetPayoutPolicyErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: SetPayoutPolicyRefusalCode;
}

@ObjectType('SetPayoutPolicyPayload', { description: 'The policies as they are now, and what stood in the way.' })
export class SetPayoutPolicyPayload {
  @Field(() => [PayoutPolicyModel], { description: 'Every policy as it is now.' })
  policies: PayoutPolicyModel[];

  @Field(() => Boolean, { description: 'Whether a second API key has now confirmed it; false while one must.' })
  isConfirmed: boolean;

  @Field(() => [SetPayoutPolicyUserErrorModel], {
    description: 'Expected refusals; empty when it was proposed or set.',
  })
  userErrors: SetPayoutPolicyUserErrorModel[];
}

export function toSetPayoutPolicyPayload(result: SetPayoutPolicyResult): SetPayoutPolicyPayload {
  const { policies, isConfirmed, refusal } = result;
  return {
    policies: policies.map(toPayoutPolicyModel),
    isConfirmed,
    userErrors: refusal ? [{ ...refusal, field: refusal.field === null ? null : ['input', refusal.field] }] : [],
  };
}
