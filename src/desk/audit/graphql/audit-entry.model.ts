import { Field, ID, Int, ObjectType } from '@nestjs/graphql';
import type { UtcText } from '../../../common/text/utc-text.js';
import { createConnectionType } from '../../../platform/graphql/connection/connection-type.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { AuditEntryRow } from '../persistence/audit-entries-page.query.js';
import { ActorModel, PURSER } from './actor.model.js';
import { FactModel, toFacts } from './fact.model.js';

@ObjectType('AuditSeal', { description: 'Position of an entry in the hash chain.' })
export class AuditSealModel {
  @Field(() => Int, { description: 'Number of the entry in the chain, counted from 1 without gaps.' })
  seq: number;

  @Field(() => String, { description: 'SHA-256 of the previous hash and the whole entry, in hex.' })
  hash: string;
}

@ObjectType('AuditEntry', { description: 'A recorded action, or a recorded refusal. Entries never change.' })
export class AuditEntryModel {
  @Field(() => ID, { description: "Purser's id for the entry." })
  id: string;

  @Field(() => DateTimeScalar, { description: "When the action was performed, according to the database's clock." })
  occurredAt: UtcText;

  @Field(() => String, { description: 'The action as object and verb, such as `payout.created`.' })
  action: string;

  @Field(() => ActorModel, { description: 'Who performed the action.' })
  actor: ActorModel;

  @Field(() => String, { description: 'The kind of the object, such as `PAYOUT`.' })
  subjectType: string;

  @Field(() => ID, { nullable: true, description: 'The id of the object; null if there is no object.' })
  subjectId: string | null;

  @Field(() => [FactModel], { description: 'Facts about the object before the action, without personal data.' })
  before: FactModel[];

  @Field(() => [FactModel], { description: 'Facts about the object after the action, without personal data.' })
  after: FactModel[];

  @Field(() => String, {
    nullable: true,
    description: 'The reason that the actor gave; null if the action takes no reason.',
  })
  reason: string | null;

  @Field(() => String, { nullable: true, description: 'The API operation; null for Purser itself.' })
  operation: string | null;

  @Field(() => String, { nullable: true, description: 'The `x-request-id` of the request; null for Purser itself.' })
  requestId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The address that the request came from; null for Purser itself.',
  })
  clientAddress: string | null;

  @Field(() => AuditSealModel, {
    nullable: true,
    description: 'The seal; null until the entry is sealed, a few seconds after it was written.',
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
