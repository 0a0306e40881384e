import { Field, ID, InputType } from '@nestjs/graphql';

@InputType('ImportStatementInput', { description: "A statement of the payment service's." })
export class ImportStatementInput {
  @Field(() => ID, { nullable: true, description: 'The merchant account; the configured one when absent.' })
  accountId?: string | null;

  @Field(() => String, {
    description:
      'The file as text: CSV with a line of column names, at most 2,000 payouts and 100 kB; a longer one in parts.',
  })
  csv: string;
}
