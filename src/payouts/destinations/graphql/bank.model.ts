import { Field, ID, ObjectType } from '@nestjs/graphql';

@ObjectType('Bank', { description: 'A bank that accepts transfers to phone numbers.' })
export class BankModel {
  @Field(() => ID, { description: "The value for the recipient's `bankName`." })
  id: string;

  @Field(() => String, { description: 'Display name of the bank.' })
  name: string;
}
