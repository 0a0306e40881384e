import { Field, ObjectType } from '@nestjs/graphql';
import { mutationPayload, toUserErrors } from '../../graphql/user-error.model.js';
import type { LiftCardBlockResult } from '../lift-card-block.service.js';

@ObjectType('LiftCardBlockPayload', { description: 'Whether the block was lifted, and the problems with the request.' })
export class LiftCardBlockPayload extends mutationPayload('LiftCardBlock', {
  description: 'Why a block of cards was not lifted.',
  values: {
    NOT_BLOCKED: 'The subject is not blocked, or no longer.',
    SUBJECT_INVALID: 'The subject is none that cards are counted by.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or holds a card number.',
  },
}) {
  @Field(() => Boolean, { description: 'Whether cards of the subject are sent again.' })
  isLifted: boolean;
}

export function toLiftCardBlockPayload({ refusal }: LiftCardBlockResult): LiftCardBlockPayload {
  return {
    isLifted: refusal === null,
    userErrors: toUserErrors(refusal, 'subject'),
  };
}
