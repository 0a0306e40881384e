import { ArgsType, Field, ID } from '@nestjs/graphql';
import { PageArguments } from '../../../platform/graphql/connection/page-arguments.js';
import { Id } from '../../../platform/graphql/validation/id.decorator.js';

@ArgsType()
export class OfAccountArguments extends PageArguments {
  @Field(() => ID, { nullable: true, description: 'Only in this account.' })
  @Id()
  accountId?: string | null;
}
