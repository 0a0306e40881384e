import { Field, ID, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../graphql/scalars/date-time.scalar.js';

@ObjectType('Account', { description: 'A merchant account at the payment service.' })
export class AccountModel {
  @Field(() => ID, { description: "Purser's id of the account." })
  id: string;

  @Field(() => String, { description: 'The name the operator gave it.' })
  name: string;

  @Field(() => DateTimeScalar, { description: 'When Purser first knew it.' })
  createdAt: Date;
}
