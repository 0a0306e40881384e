import { ArgsType, Field, ID } from '@nestjs/graphql';
import { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';

@ArgsType()
export class OfAccountArguments extends PageArguments {
  @Field(() => ID, { nullable: true, description: 'Of this merchant account only; of all when absent.' })
  @Id()
  accountId?: string | null;
}
