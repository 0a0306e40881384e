import { Field, ObjectType } from '@nestjs/graphql';
import { type UserErrorWith, userErrorType } from '../../graphql/user-error.model.js';
import type { LiftCardBlockRefusalCode, LiftCardBlockResult } from '../lift-card-block.service.js';

type LiftCardBlockErrorCode = LiftCardBlockRefusalCode | 'SUBJECT_INVALID' | 'REASON_INVALID';

const LiftCardBlockUserError = userErrorType<LiftCardBlockErrorCode>('LiftCardBlock', {
  description: 'Why a block of cards was not lifted.',
  values: {
    NOT_BLOCKED: 'The subject is not blocked, or no longer.',
    SUBJECT_INVALID: 'The subject is none that cards are counted by.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
  },
});

@ObjectType('LiftCardBlockPayload', { description: 'Whether the block was lifted, and the problems with the request.' })
export class LiftCardBlockPayload {
  @Field(() => Boolean, { description: 'Whether cards of the subject are sent again.' })
  isLifted: boolean;

  @Field(() => [LiftCardBlockUserError], { description: 'Problems with the request; empty on success.' })
  userErrors: UserErrorWith<LiftCardBlockErrorCode>[];
}

export function toLiftCardBlockPayload({ refusal }: LiftCardBlockResult): LiftCardBlockPayload {
  return {
    isLifted: refusal === null,
    userErrors: refusal ? [{ ...refusal, field: ['input', 'subject'] }] : [],
  };
}
