import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../../graphql/validation/id.decorator.js';
import { Reason } from '../../../graphql/validation/text.decorator.js';

@InputType('RevealPayoutRecipientInput', { description: 'Whose recipient is to be shown in full, and why.' })
export class RevealPayoutRecipientInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  @Id()
  payoutId: string;

  @Field(() => String, { description: 'Why you must see it; kept in the audit log under your name.' })
  @Reason()
  reason: string;
}
