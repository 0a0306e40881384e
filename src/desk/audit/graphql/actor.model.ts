import { Field, ID, ObjectType } from '@nestjs/graphql';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { AuditActorKind } from '../audit-entry.js';

export const AuditActorKindEnum = describedEnum<AuditActorKind>({
  name: 'AuditActorKind',
  description: 'Kind of an actor.',
  values: {
    PURSER: 'Purser by itself.',
    API_KEY: 'A holder of an API key.',
    PERSON: 'A person who signed in.',
  },
});

/**
 * Who did something. Objects that store only the actor's id return only the id; `ActorsResolver` loads the other fields
 * on demand.
 */
@ObjectType('Actor', { description: 'A person, an API key or Purser itself.' })
export class ActorModel {
  @Field(() => ID, { description: 'The id of the key or person; `purser` for Purser itself.' })
  id: string;

  @Field(() => AuditActorKindEnum, { description: 'Kind of the actor.' })
  kind: AuditActorKind;

  @Field(() => String, {
    description:
      'Name of the key, or what the identity provider calls the person; in the audit log, the name it had then.',
  })
  name: string;

  @Field(() => String, {
    nullable: true,
    description:
      "First characters of the key, as `ApiKey.prefix` has them now; they tell keys with similar names apart and are not secret. Null for a person, for Purser, and for a key that does not have Purser's form.",
  })
  keyPrefix?: string | null;
}

export const PURSER: ActorModel = { id: 'purser', kind: 'PURSER', name: 'Purser' };
