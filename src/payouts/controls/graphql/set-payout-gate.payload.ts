import { Field, ObjectType } from '@nestjs/graphql';
import { DECISION_REFUSALS } from '../../../decisions/decisions.service.js';
import { UserError } from '../../../graphql/user-error.model.js';
import { wordEnum } from '../../../graphql/word-enum.js';
import type { SetPayoutGateRefusalCode, SetPayoutGateResult } from '../payout-gate.service.js';
import { PayoutGateModel, toPayoutGateModel } from './payout-gate.model.js';

const SetPayoutGateErrorCodeEnum = wordEnum<SetPayoutGateRefusalCode>({
  name: 'SetPayoutGateErrorCode',
  description: 'Why the payout gate was not set.',
  words: {
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
    ...DECISION_REFUSALS,
  },
});

@ObjectType('SetPayoutGateUserError', { implements: () => [UserError], description: 'Why setPayoutGate was refused.' })
export class SetPayoutGateUserErrorModel extends UserError {
  @Field(() => SetPayoutGateErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: SetPayoutGateRefusalCode;
}

@ObjectType('SetPayoutGatePayload', { description: 'The payout gate as it is now, and what stood in the way.' })
export class SetPayoutGatePayload {
  @Field(() => PayoutGateModel, { nullable: true, description: 'The payout gate as it is now.' })
  gate: PayoutGateModel | null;

  @Field(() => Boolean, { description: 'Whether it is as asked for; false while a second API key must confirm it.' })
  isConfirmed: boolean;

  @Field(() => [SetPayoutGateUserErrorModel], { description: 'Expected refusals; empty when it was set or proposed.' })
  userErrors: SetPayoutGateUserErrorModel[];
}

export function toSetPayoutGatePayload({ gate, isConfirmed, refusal }: SetPayoutGateResult): SetPayoutGatePayload {
  return {
    gate: toPayoutGateModel(gate),
    isConfirmed,
    userErrors: refusal ? [{ ...refusal, field: refusal.code === 'REASON_INVALID' ? ['input', 'reason'] : null }] : [],
  };
}
