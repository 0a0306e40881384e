import { Field, InputType } from '@nestjs/graphql';
import { ruleDecorator } from '../../graphql/validation/field-rule.js';
import { Reason } from '../../graphql/validation/text.decorator.js';
import { type CardSubject, isCardSubject } from '../domain/card-subject.js';

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

@InputType('LiftCardBlockInput', { description: 'The block of cards to lift.' })
export class LiftCardBlockInput {
  @Field(() => String, {
    description: 'The subject whose cards are blocked, as the alarm cards_blocked names it: `bin:411111`, `key:<id>`.',
  })
  @CardSubjectText()
  subject: CardSubject;

  @Field(() => String, { description: 'Why; kept in the audit log.' })
  @Reason()
  reason: string;
}
