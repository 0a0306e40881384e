import { Field, ID, InputType } from '@nestjs/graphql';
import type { Secret } from '../../common/secret.js';
import { SmsCodeScalar } from '../../graphql/scalars/sms-code.scalar.js';

@InputType('SubmitH2hCodeInput', { description: "The code that the payer's bank sent." })
export class SubmitH2hCodeInput {
  @Field(() => ID, { description: 'The order whose bank asks for it.' })
  orderId: string;

  @Field(() => SmsCodeScalar, { description: 'The code.' })
  code: Secret;
}
