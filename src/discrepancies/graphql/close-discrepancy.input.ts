import { Field, ID, InputType } from '@nestjs/graphql';

@InputType('CloseDiscrepancyInput', { description: 'The discrepancy to close, and what was found out about it.' })
export class CloseDiscrepancyInput {
  @Field(() => ID, { description: "Purser's id of the discrepancy." })
  discrepancyId: string;

  @Field(() => String, { description: 'What was found out and done: 1 to 1,000 characters, without personal data.' })
  note: string;
}
