import { Field, ID, InputType, ObjectType } from '@nestjs/graphql';
import type { Secret } from '../../common/secret.js';
import { SmsCodeScalar } from './sms-code.scalar.js';
import { ruleDecorator } from '../../platform/graphql/validation/field-rule.js';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { InputWithProblems } from '../../platform/graphql/validation/invalid-input.js';
import { mutationPayload, toUserErrors } from '../../platform/graphql/user-error.model.js';
import { OrderModel } from '../../orders/graphql/order.model.js';
import type { SubmitCodeResult } from '../submit-code.service.js';

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

@ObjectType('SubmitH2hCodePayload', { description: 'The order after the call, and the problems with the request.' })
export class SubmitH2hCodePayload extends mutationPayload('SubmitH2hCode', {
  description: 'Why a code was not sent, or is not known to have arrived.',
  values: {
    ORDER_NOT_FOUND: 'There is no such order.',
    CODE_INVALID: 'The code is none that a bank sends.',
    CODE_NOT_EXPECTED: 'The bank does not ask for a code now, or one was just sent.',
    TOO_MANY_CODES:
      'The order has sent as many codes as it may (`h2hMaxCodes`). Wait for the provider to end the verification, then retry the order.',
    PROVIDER_REFUSED: 'The provider refused the code; another may be sent.',
    PROVIDER_NOT_REACHED: 'Nothing was sent; the code may be sent again.',
    PROVIDER_OUTCOME_UNKNOWN: 'No usable answer came back; the next polls tell whether the bank has the code.',
  },
  listed: 'Problems with the request; empty when the code was taken, which does not mean that it was right.',
}) {
  @Field(() => OrderModel, { nullable: true, description: 'The order with its session; null when there is none.' })
  order: OrderModel | null;
}

export function toSubmitH2hCodePayload({ order, refusal }: SubmitCodeResult): SubmitH2hCodePayload {
  return {
    order,
    userErrors: toUserErrors(refusal),
  };
}
