import { Field, ObjectType } from '@nestjs/graphql';
import { UserError } from '../../graphql/user-error.model.js';
import { wordEnum } from '../../graphql/word-enum.js';
import type { DeclineDecisionRefusalCode, DeclineDecisionResult } from '../decisions.service.js';
import { DecisionModel, toDecisionModel } from './decision.model.js';

const DeclineDecisionErrorCodeEnum = wordEnum<DeclineDecisionRefusalCode>({
  name: 'DeclineDecisionErrorCode',
  description: 'Why a decision was not declined.',
  words: {
    DECISION_NOT_FOUND: 'There is no such decision, or it waits no more.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
  },
});

@ObjectType('DeclineDecisionUserError', {
  implements: () => [UserError],
  description: 'Why declineDecision was refused.',
})
export class DeclineDecisionUserErrorModel extends UserError {
  @Field(() => DeclineDecisionErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: DeclineDecisionRefusalCode;
}

@ObjectType('DeclineDecisionPayload', { description: 'The decision that ended, and what stood in the way.' })
export class DeclineDecisionPayload {
  @Field(() => DecisionModel, { nullable: true, description: 'What was declined; null when nothing was.' })
  decision: DecisionModel | null;

  @Field(() => [DeclineDecisionUserErrorModel], { description: 'Expected refusals; empty when it was declined.' })
  userErrors: DeclineDecisionUserErrorModel[];
}

export function toDeclineDecisionPayload({ decision, refusal }: DeclineDecisionResult): DeclineDecisionPayload {
  const field = refusal?.code === 'REASON_INVALID' ? 'reason' : 'decisionId';
  return {
    decision: decision && toDecisionModel(decision),
    userErrors: refusal ? [{ ...refusal, field: ['input', field] }] : [],
  };
}
