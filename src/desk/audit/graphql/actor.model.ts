import { Field, ID, ObjectType } from '@nestjs/graphql';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import type { AuditActorKind } from '../audit-entry.js';

export const AuditActorKindEnum = describedEnum<AuditActorKind>({
  name: 'AuditActorKind',
  description: 'Kind of an actor.',
  values: {
    PURSER: 'Purser itself.',
    API_KEY: 'The holder of an API key.',
    PERSON: 'A person who signed in.',
  },
});

/**
 * Who did something. Objects that store only the actor's id return only the id; `ActorsResolver` loads the other fields
 * on demand.
 */
@ObjectType('Actor', { description: 'A person, an API key or Purser itself.' })
export class ActorModel {
  @Field(() => ID, { description: 'The id of the key or the person; `purser` for Purser itself.' })
  id: string;

  @Field(() => AuditActorKindEnum, { description: 'Kind of the actor.' })
  kind: AuditActorKind;

  @Field(() => String, {
    description:
      "Name of the key, or the identity provider's name for the person; in the audit log, the name at the time of the action.",
  })
  name: string;

  @Field(() => String, {
    nullable: true,
    description:
      "First characters of the key, the same as the current `ApiKey.prefix`. They help to distinguish keys with similar names and are not secret. Null for a person, for Purser, and for a key that is not in Purser's format.",
  })
  keyPrefix?: string | null;
}

export const PURSER: ActorModel = { id: 'purser', kind: 'PURSER', name: 'Purser' };
