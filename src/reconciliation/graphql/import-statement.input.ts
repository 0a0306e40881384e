import { Field, ID, InputType } from '@nestjs/graphql';
import { DomainRule } from '../../graphql/validation/domain-rule.decorator.js';
import { Id } from '../../graphql/validation/id.decorator.js';

@InputType('ImportStatementInput', { description: "A statement of the provider's." })
export class ImportStatementInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; the configured one when absent.' })
  @Id()
  accountId?: string | null;

  @Field(() => String, {
    description:
      'The file as CSV text with a line of column names: at most 2,000 payouts and 100 kB. Import a longer one in parts.',
  })
  @DomainRule('CSV with a line of column names, 2,000 payouts and 100 kB at most', 'STATEMENT_INVALID')
  csv: string;
}
