import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import type { Secret } from '../../common/secret.js';
import { SmsCodeScalar } from './sms-code.scalar.js';
import { ruleDecorator } from '../../platform/graphql/validation/field-rule.js';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../platform/graphql/validation/invalid-input.js';
import { mutationPayload, toUserErrors } from '../../platform/graphql/user-error.model.js';
import { OrderModel } from '../../orders/graphql/order.model.js';
import type { SubmitCodeResult } from '../submit-code.service.js';

// Banks send codes of four to eight digits, and some send letters. The limits leave room.
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

@InputType('SubmitH2hCodeInput', { description: "The code from the payer's bank." })
export class SubmitH2hCodeInput extends InputWithProblems<'CODE_INVALID'> {
  @Field(() => ID, { description: "Purser's id for the order for which the bank is asking for a code." })
  @Id()
  orderId: string;

  @Field(() => SmsCodeScalar, { description: 'The code.' })
  @CodeRule()
  code: Secret;
}

@ObjectType('SubmitH2hCodePayload', { description: 'The order after the call, and the problems with the request.' })
export class SubmitH2hCodePayload extends mutationPayload('SubmitH2hCode', {
  description: 'Why a code was not sent, or may not have reached the provider.',
  values: {
    ORDER_NOT_FOUND: 'There is no such order.',
    CODE_INVALID: 'The code does not look like a code from a bank.',
    CODE_NOT_EXPECTED: 'The bank is not asking for a code, or one was just sent.',
    TOO_MANY_CODES:
      'The order has used up its codes (`h2hMaxCodes`). Wait for the provider to end the verification, then retry the order.',
    PROVIDER_REFUSED: 'The provider refused the code; another may be sent.',
    PROVIDER_NOT_REACHED: 'Nothing was sent to the provider; the code may be sent again.',
    PROVIDER_OUTCOME_UNKNOWN:
      'The provider gave no usable answer. The next polls will show whether the bank has the code.',
  },
  listed:
    'Problems with the request; empty if the provider accepted the code, which does not mean that the code was right.',
}) {
  @Field(() => OrderModel, {
    nullable: true,
    description: 'The order with its card verification; null if there is no such order.',
  })
  order: OrderModel | null;
}

export function toSubmitH2hCodePayload({ order, refusal }: SubmitCodeResult): SubmitH2hCodePayload {
  return {
    order,
    userErrors: toUserErrors(refusal),
  };
}
