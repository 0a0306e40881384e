import { Field, ID, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';

/**
 * A merchant account. Objects that store only the account's id return only the id; `AccountFieldsResolver` loads the
 * other fields on demand.
 */
@ObjectType('Account', { description: 'A merchant account at the provider.' })
export class AccountModel {
  @Field(() => ID, { description: "Purser's id for the account." })
  id: string;

  @Field(() => String, { description: 'The name that the operator gave the account.' })
  name: string;

  @Field(() => DateTimeScalar, { description: 'When the account was added to Purser.' })
  createdAt: Date;
}
