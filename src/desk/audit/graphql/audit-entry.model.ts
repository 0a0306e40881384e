import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { UtcText } from '../../../common/text/utc-text.js';
import { createConnectionType } from '../../../platform/graphql/connection/connection-type.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { AuditEntryRow } from '../persistence/audit-entries-page.query.js';
import { ActorModel, PURSER } from './actor.model.js';
import { FactModel, toFacts } from './fact.model.js';

@ObjectType('AuditSeal', { description: 'Position of an entry in the hash chain.' })
export class AuditSealModel {
  @Field(() => Int, { description: 'Its number, without gaps from 1.' })
  seq: number;

  @Field(() => String, { description: 'SHA-256, in hex, of the previous hash and the whole entry.' })
  hash: string;
}

@ObjectType('AuditEntry', { description: 'An action, or a refusal; an entry never changes.' })
export class AuditEntryModel {
  @Field(() => ID, { description: "Purser's id of it." })
  id: string;

  @Field(() => DateTimeScalar, { description: "When it was done, by the database's clock." })
  occurredAt: UtcText;

  @Field(() => String, { description: 'Object and verb, such as `payout.created`.' })
  action: string;

  @Field(() => ActorModel, { description: 'Who did it.' })
  actor: ActorModel;

  @Field(() => String, { description: 'The kind of the object, such as `PAYOUT`.' })
  subjectType: string;

  @Field(() => ID, { nullable: true, description: 'The id of the object; null when there is no such object.' })
  subjectId: string | null;

  @Field(() => [FactModel], { description: 'Facts about the object before the action, without personal data.' })
  before: FactModel[];

  @Field(() => [FactModel], { description: 'Facts about the object after the action, without personal data.' })
  after: FactModel[];

  @Field(() => String, {
    nullable: true,
    description: 'Why, in the words of the actor; null if the action takes no reason.',
  })
  reason: string | null;

  @Field(() => String, { nullable: true, description: 'The operation of the API; null for Purser itself.' })
  operation: string | null;

  @Field(() => String, { nullable: true, description: 'The `x-request-id` of the request; null for Purser itself.' })
  requestId: string | null;

  @Field(() => String, { nullable: true, description: 'The address the request came from; null for Purser itself.' })
  clientAddress: string | null;

  @Field(() => AuditSealModel, {
    nullable: true,
    description: 'The seal; null for the seconds until the entry is sealed.',
  })
  seal: AuditSealModel | null;
}

export const AuditEntryConnectionModel = createConnectionType(AuditEntryModel, 'AuditEntry');

/** Returns the actor with the name that they had at the time. */
export function toActorModel({ actorId, actorKind, actorName }: AuditEntryRow): ActorModel {
  return actorId === null ? PURSER : { id: actorId, kind: actorKind, name: actorName ?? actorId };
}

export function toAuditEntryModel(entry: AuditEntryRow): AuditEntryModel {
  return {
    id: entry.id,
    occurredAt: entry.occurredAt,
    action: entry.action,
    actor: toActorModel(entry),
    subjectType: entry.subjectType,
    subjectId: entry.subjectId,
    before: toFacts(entry.before),
    after: toFacts(entry.after),
    reason: entry.reason,
    operation: entry.operation,
    requestId: entry.requestId,
    clientAddress: entry.clientAddress,
    seal: entry.seq === null || !entry.hash ? null : { seq: Number(entry.seq), hash: entry.hash.toString('hex') },
  };
}
