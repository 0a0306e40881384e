import { Field, ID, ObjectType } from '@nestjs/graphql';
import { ActorModel } from '../../../desk/audit/graphql/actor.model.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import type { EvidenceKind, EvidenceRecord } from '../domain/payout-evidence.js';
import { PayoutEvidenceKindEnum } from './payout-evidence.enum.js';

@ObjectType('PayoutEvidence', { description: 'A piece of evidence about an attempt. Evidence never changes.' })
export class PayoutEvidenceModel {
  @Field(() => PayoutEvidenceKindEnum, { description: 'Kind of the evidence.' })
  kind: EvidenceKind;

  @Field(() => ID, { description: 'The id of the attempt that the evidence is about.' })
  attemptId: string;

  @Field(() => ID, { nullable: true, description: "The provider's id that the evidence names." })
  providerPayoutId: string | null;

  @Field(() => ActorModel, {
    nullable: true,
    description: 'The second person; null if the evidence does not come from people.',
  })
  actor: string | null;

  @Field(() => String, { nullable: true, description: 'Where the people looked this up.' })
  reference: string | null;

  @Field(() => DateTimeScalar, { description: 'When the evidence was recorded.' })
  occurredAt: Date;
}

export function toPayoutEvidenceModel(evidence: EvidenceRecord): PayoutEvidenceModel {
  const reference = evidence.detail['reference'];
  return {
    kind: evidence.kind,
    attemptId: evidence.attemptId,
    providerPayoutId: evidence.providerPayoutId,
    actor: evidence.actorId,
    reference: typeof reference === 'string' ? reference : null,
    occurredAt: evidence.occurredAt,
  };
}
