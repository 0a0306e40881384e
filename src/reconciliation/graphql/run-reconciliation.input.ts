import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../graphql/validation/id.decorator.js';

@InputType('RunReconciliationInput', { description: 'Whose payouts are to be reconciled.' })
export class RunReconciliationInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; the configured one when absent.' })
  @Id()
  accountId?: string | null;
}
