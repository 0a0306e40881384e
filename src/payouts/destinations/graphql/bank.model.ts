import { Field, ID, ObjectType } from '@nestjs/graphql';

@ObjectType('Bank', { description: 'A bank that a transfer to a phone number can go to.' })
export class BankModel {
  @Field(() => ID, { description: 'Goes into `bankName` of the recipient.' })
  id: string;

  @Field(() => String, { description: 'The name people know it by.' })
  name: string;
}
