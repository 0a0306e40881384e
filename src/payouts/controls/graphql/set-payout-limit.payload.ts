import { Field, ObjectType } from '@nestjs/graphql';
import { DECISION_REFUSALS } from '../../../decisions/decisions.service.js';
import { UserError } from '../../../graphql/user-error.model.js';
import { wordEnum } from '../../../graphql/word-enum.js';
import type { SetPayoutLimitRefusalCode, SetPayoutLimitResult } from '../payout-limits.service.js';
import { PayoutLimitModel, toPayoutLimitModel } from './payout-limit.model.js';

const SetPayoutLimitErrorCodeEnum = wordEnum<SetPayoutLimitRefusalCode>({
  name: 'SetPayoutLimitErrorCode',
  description: 'Why a payout limit was not set.',
  words: {
    ACCOUNT_NOT_FOUND: 'There is no such account.',
    CURRENCY_MISSING: 'An amount needs its currency.',
    NOT_PER_RECIPIENT: 'How often one recipient is paid is counted in all currencies and accounts together.',
    COUNT_NOT_WHOLE: 'A number of payouts is a whole one.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
    ...DECISION_REFUSALS,
  },
});

@ObjectType('SetPayoutLimitUserError', {
  implements: () => [UserError],
  description: 'Why setPayoutLimit was refused.',
})
export class SetPayoutLimitUserErrorModel extends UserError {
  @Field(() => SetPayoutLimitErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: SetPayoutLimitRefusalCode;
}

@ObjectType('SetPayoutLimitPayload', { description: 'The limits as they are now, and what stood in the way.' })
export class SetPayoutLimitPayload {
  @Field(() => [PayoutLimitModel], { description: 'Every limit as it is now.' })
  limits: PayoutLimitModel[];

  @Field(() => Boolean, { description: 'Whether a second API key has now confirmed it; false while one must.' })
  isConfirmed: boolean;

  @Field(() => [SetPayoutLimitUserErrorModel], { description: 'Expected refusals; empty when it was proposed or set.' })
  userErrors: SetPayoutLimitUserErrorModel[];
}

export function toSetPayoutLimitPayload({ limits, isConfirmed, refusal }: SetPayoutLimitResult): SetPayoutLimitPayload {
  return {
    limits: limits.map(toPayoutLimitModel),
    isConfirmed,
    userErrors: refusal ? [{ ...refusal, field: refusal.field === null ? null : ['input', refusal.field] }] : [],
  };
}
