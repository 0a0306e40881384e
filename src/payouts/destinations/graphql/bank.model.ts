import { Field, ID, ObjectType } from '@nestjs/graphql';

@ObjectType('Bank', { description: 'A bank that accepts transfers to a phone number.' })
export class BankModel {
  @Field(() => ID, { description: 'Goes into `bankName` of the recipient.' })
  id: string;

  @Field(() => String, { description: "The bank's name for people." })
  name: string;
}
