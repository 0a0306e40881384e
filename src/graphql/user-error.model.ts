import { Field, InterfaceType } from '@nestjs/graphql';

/**
 * An expected refusal, returned as data beside the payload's object. Each mutation implements it with a type of its
 * own that adds `code`, an enum of exactly the refusals that mutation knows.
 */
@InterfaceType('UserError', { description: 'A reason why a mutation was refused, for people and for forms.' })
export abstract class UserError {
  @Field(() => String, { description: 'What is wrong and how to put it right, in one sentence.' })
  message: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Path of the input field to blame, such as ["input", "amount"]; null when no single field is.',
  })
  field: string[] | null;
}
