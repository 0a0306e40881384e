import { Field, ObjectType } from '@nestjs/graphql';
import { UserError } from '../../graphql/user-error.model.js';
import { wordEnum } from '../../graphql/word-enum.js';
import type { LiftCardBlockRefusalCode, LiftCardBlockResult } from '../lift-card-block.service.js';

type LiftCardBlockErrorCode = LiftCardBlockRefusalCode | 'SUBJECT_INVALID' | 'REASON_INVALID';

const LiftCardBlockErrorCodeEnum = wordEnum<LiftCardBlockErrorCode>({
  name: 'LiftCardBlockErrorCode',
  description: 'Why a block of cards was not lifted.',
  words: {
    NOT_BLOCKED: 'The subject is not blocked, or no longer.',
    SUBJECT_INVALID: 'The subject is none that cards are counted by.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
  },
});

@ObjectType('LiftCardBlockUserError', { implements: () => [UserError], description: 'Why liftCardBlock was refused.' })
export class LiftCardBlockUserErrorModel extends UserError {
  @Field(() => LiftCardBlockErrorCodeEnum, { description: 'The reason as a word for programs.' })
  code: LiftCardBlockErrorCode;
}

@ObjectType('LiftCardBlockPayload', { description: 'Whether the block was lifted, and the problems with the request.' })
export class LiftCardBlockPayload {
  @Field(() => Boolean, { description: 'Whether cards of the subject are sent again.' })
  isLifted: boolean;

  @Field(() => [LiftCardBlockUserErrorModel], { description: 'Problems with the request; empty on success.' })
  userErrors: LiftCardBlockUserErrorModel[];
}

export function toLiftCardBlockPayload({ refusal }: LiftCardBlockResult): LiftCardBlockPayload {
  return {
    isLifted: refusal === null,
    userErrors: refusal ? [{ ...refusal, field: ['input', 'subject'] }] : [],
  };
}
