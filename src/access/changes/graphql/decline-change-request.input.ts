import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../../graphql/validation/id.decorator.js';
import { Reason } from '../../../graphql/validation/text.decorator.js';

@InputType('DeclineChangeRequestInput', { description: 'The change request to decline.' })
export class DeclineChangeRequestInput {
  @Field(() => ID, { description: "Purser's id of the change request." })
  @Id()
  id: string;

  @Field(() => String, { description: 'Why; kept in the audit log.' })
  @Reason()
  reason: string;
}
