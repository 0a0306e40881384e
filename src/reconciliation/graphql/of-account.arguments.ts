import { ArgsType, Field, ID } from '@nestjs/graphql';
import { PageArguments } from '../../graphql/connection/page.arguments.js';

@ArgsType()
export class OfAccountArguments extends PageArguments {
  @Field(() => ID, { nullable: true, description: 'Of this merchant account only; of all when absent.' })
  accountId?: string | null;
}
