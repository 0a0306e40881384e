import { Field, ID, InputType } from '@nestjs/graphql';
import type { Secret } from '../../common/secret.js';
import { SmsCodeScalar } from '../../graphql/scalars/sms-code.scalar.js';
import { ruleDecorator } from '../../graphql/validation/field-rule.js';
import { Id } from '../../graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../graphql/validation/invalid-input.js';

// Banks send four to eight digits; some send letters.
const CODE = /^[0-9A-Za-z]{3,12}$/;

const CODE_RULE = '3 to 12 digits or letters';

const CodeRule = (): PropertyDecorator =>
  ruleDecorator<Secret>(
    {
      name: 'smsCode',
      about: CODE_RULE,
      findProblem: (code) => (CODE.test(code.reveal()) ? null : `must be ${CODE_RULE}.`),
    },
    'CODE_INVALID',
  );

@InputType('SubmitH2hCodeInput', { description: "The code that the payer's bank sent." })
export class SubmitH2hCodeInput extends InputWithProblems<'CODE_INVALID'> {
  @Field(() => ID, { description: 'The order whose bank asks for it.' })
  @Id()
  orderId: string;

  @Field(() => SmsCodeScalar, { description: 'The code.' })
  @CodeRule()
  code: Secret;
}
