import { Field, ID, ObjectType } from '@nestjs/graphql';
import { ActorModel } from '../../../desk/audit/graphql/actor.model.js';
import { createConnectionType } from '../../../platform/graphql/connection/connection-type.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { PersonEntity } from '../persistence/person.entity.js';

@ObjectType('Person', { description: 'A person who has signed in through the identity provider.' })
export class PersonModel {
  @Field(() => ID, { description: "Purser's id for the person." })
  id: string;

  @Field(() => String, { description: "The identity provider's name for the person: the subject of their tokens." })
  name: string;

  @Field(() => String, { description: "The issuer of the person's tokens: the URL of the identity provider." })
  issuer: string;

  @Field(() => DateTimeScalar, { description: 'When the person first signed in.' })
  createdAt: Date;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the person was blocked; null if they are not blocked.',
  })
  blockedAt: Date | null;

  @Field(() => ActorModel, {
    nullable: true,
    description: 'The administrator who blocked the person; null if they are not blocked.',
  })
  blockedBy: string | null;

  @Field(() => String, { nullable: true, description: 'Why the person is blocked; null if they are not.' })
  blockReason: string | null;
}

export const PersonConnectionModel = createConnectionType(PersonModel, 'Person');

export function toPersonModel(person: PersonEntity): PersonModel {
  const { id, subject: name, issuer, createdAt, blockedAt, blockedBy, blockReason } = person;
  return { id, name, issuer, createdAt, blockedAt, blockedBy, blockReason };
}
