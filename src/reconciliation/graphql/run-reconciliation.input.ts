import { Field, ID, InputType } from '@nestjs/graphql';

@InputType('RunReconciliationInput', { description: 'Whose payouts are to be reconciled.' })
export class RunReconciliationInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; the configured one when absent.' })
  accountId?: string | null;
}
