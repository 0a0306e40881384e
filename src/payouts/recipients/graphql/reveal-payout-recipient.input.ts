import { Field, ID, InputType } from '@nestjs/graphql';

@InputType('RevealPayoutRecipientInput', { description: 'Whose recipient is to be shown in full, and why.' })
export class RevealPayoutRecipientInput {
  @Field(() => ID, { description: "Purser's id of the payout." })
  payoutId: string;

  @Field(() => String, { description: 'Why you must see it; kept in the audit log under your name.' })
  reason: string;
}
