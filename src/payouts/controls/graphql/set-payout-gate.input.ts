import { Field, InputType } from '@nestjs/graphql';
import { Reason } from '../../../graphql/validation/text.decorator.js';

@InputType('SetPayoutGateInput', { description: 'How the payout gate shall be.' })
export class SetPayoutGateInput {
  @Field(() => Boolean, { description: 'False to shut the gate at once, true to propose that it is opened.' })
  isOpen: boolean;

  @Field(() => String, { description: 'Why; shown to everybody who looks at the gate.' })
  @Reason()
  reason: string;
}
