import { Field, InputType, ObjectType } from '@nestjs/graphql';
import { ruleDecorator } from '../../../platform/graphql/validation/field-rule.js';
import { Reason } from '../../../platform/graphql/validation/text.decorator.js';
import { mutationPayload, toUserErrors } from '../../../platform/graphql/user-error.model.js';
import { type CardSubject, isCardSubject } from '../domain/card-subject.js';
import type { LiftCardBlockResult } from '../lift-card-block.service.js';

const SUBJECT = 'bin: and six digits, key: and an id, email: or network: and 22 characters of base64url';

const CardSubjectText = (): PropertyDecorator =>
  ruleDecorator<string>(
    {
      name: 'cardSubject',
      about: SUBJECT,
      findProblem: (text) => (isCardSubject(text) ? null : `must be ${SUBJECT}`),
    },
    'SUBJECT_INVALID',
  );

@InputType('LiftCardBlockInput', { description: 'The card block to lift.' })
export class LiftCardBlockInput {
  @Field(() => String, {
    description: 'The blocked subject, as named in the alarm `cards_blocked`: `bin:411111`, `key:<id>`.',
  })
  @CardSubjectText()
  subject: CardSubject;

  @Field(() => String, { description: 'The reason; stored in the audit log.' })
  @Reason()
  reason: string;
}

@ObjectType('LiftCardBlockPayload', { description: 'Whether the block was lifted, and the problems with the request.' })
export class LiftCardBlockPayload extends mutationPayload('LiftCardBlock', {
  description: 'Why a card block was not lifted.',
  values: {
    NOT_BLOCKED: 'The subject is not blocked, or is no longer blocked.',
    SUBJECT_INVALID: 'This is not a subject for which cards are counted.',
    REASON_INVALID: 'The reason is empty, too long or unprintable, or contains a card number.',
  },
}) {
  @Field(() => Boolean, { description: "Whether the subject's cards are sent again." })
  isLifted: boolean;
}

export function toLiftCardBlockPayload({ refusal }: LiftCardBlockResult): LiftCardBlockPayload {
  return {
    isLifted: refusal === null,
    userErrors: toUserErrors(refusal, 'subject'),
  };
}
