import { Field, ID, ObjectType } from '@nestjs/graphql';
import { describedEnum } from '../../graphql/described-enum.js';
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
 * Who did something. An object that keeps nothing but the id of a key or a person gives that id for the whole actor: the
 * rest is looked up when it is asked for, by `ActorsResolver`.
 */
@ObjectType('Actor', { description: 'Who did something.' })
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
}

/** Purser itself. */
export const PURSER: ActorModel = { id: 'purser', kind: 'PURSER', name: 'Purser' };
