import { Field, ID, InputType } from '@nestjs/graphql';

@InputType('DeclineDecisionInput', { description: 'The proposal that nobody shall confirm.' })
export class DeclineDecisionInput {
  @Field(() => ID, { description: "Purser's id of the decision." })
  decisionId: string;

  @Field(() => String, { description: 'Why; kept in the audit log.' })
  reason: string;
}
