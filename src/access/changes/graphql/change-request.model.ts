import { Field, ID, ObjectType } from '@nestjs/graphql';
import { ActorModel } from '../../../desk/audit/graphql/actor.model.js';
import { FactModel, toShownFacts } from '../../../desk/audit/graphql/fact.model.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import { type ChangeKind, type ChangeRequest, type ChangeRequestStatus, toHashText } from '../domain/change-request.js';

export const ChangeKindEnum = describedEnum<ChangeKind>({
  name: 'ChangeKind',
  description: 'Kind of a change that takes two people.',
  values: {
    API_KEY: 'Making an API key.',
    PERSON: 'Unblocking a person of the identity provider.',
    PAYOUT_GATE: 'Opening the payout gate, or ending the approvals that follow a restore.',
    PAYOUT_POLICY: 'Setting or removing how many people approve payouts.',
    PAYOUT_LIMIT: 'Setting or removing a payout limit.',
    RECIPIENT_READINGS: 'Letting the proposer see more recipients than usual within a day.',
    UNCONFIRMED_PAYOUT:
      'Binding or closing an unconfirmed payout, or settling one whose answers are absent or rejected.',
    LOST_PAYMENT: 'Closing a payment at the provider that belongs to no payout here.',
    UNCONFIRMED_ORDER: 'Closing an unconfirmed order as unpaid.',
  },
});

const ChangeRequestStatusEnum = describedEnum<ChangeRequestStatus>({
  name: 'ChangeRequestStatus',
  description: 'The state of a change request; only a PENDING one can be confirmed or declined.',
  values: {
    PENDING: 'The change request waits for a second person.',
    CONFIRMED: 'A second person confirmed the change request, and the change was made.',
    DECLINED: 'A person declined the change request.',
    REPLACED: 'The proposer proposed something else about the same subject.',
    EXPIRED: 'A day passed, the key of the proposer ended, or the subject was settled without the change.',
    FAILED: 'A second person confirmed the change request, and the change turned out to be impossible.',
  },
});

@ObjectType('ChangeRequest', {
  description:
    'A change that one person proposed. Another person confirms it with confirmChangeRequest, exactly as stored here.',
})
export class ChangeRequestModel {
  @Field(() => ID, { description: "Purser's id of the change request." })
  id: string;

  @Field(() => ChangeKindEnum, { description: 'Kind of the change.' })
  kind: ChangeKind;

  @Field(() => String, { description: 'Subject of the change: an id, or the name of a rule.' })
  subject: string;

  @Field(() => [FactModel], {
    description:
      'Everything that takes effect once the change is confirmed, named as in the mutation that proposed it. Null takes a value away or leaves it.',
  })
  content: FactModel[];

  @Field(() => String, {
    description: 'Hash of the id, kind, subject, content, reason and proposer, which confirmChangeRequest must name.',
  })
  contentHash: string;

  @Field(() => String, {
    nullable: true,
    description: 'Why, in the words of the proposer; null for an API key, which has a name instead.',
  })
  reason: string | null;

  @Field(() => ChangeRequestStatusEnum, { description: 'State of the change request.' })
  status: ChangeRequestStatus;

  @Field(() => ActorModel, { description: 'Who proposed the change, and cannot confirm it.' })
  proposedBy: string;

  @Field(() => DateTimeScalar, { description: 'When the change was proposed.' })
  proposedAt: Date;

  @Field(() => DateTimeScalar, { description: 'Until when the change can be confirmed: a day after the proposal.' })
  expiresAt: Date;

  @Field(() => ActorModel, {
    nullable: true,
    description: 'The API key or person who confirmed, declined or replaced it; null while PENDING, and when EXPIRED.',
  })
  closedBy: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the change request was closed; null while PENDING, and until an EXPIRED one is replaced.',
  })
  closedAt: Date | null;
}

export function toChangeRequestModel(request: ChangeRequest): ChangeRequestModel {
  const { id, kind, subject, reason, status, proposedBy, proposedAt, expiresAt, closedBy, closedAt } = request;
  return {
    ...{ id, kind, subject, reason, status, proposedBy, proposedAt, expiresAt, closedBy, closedAt },
    content: toShownFacts(request.content),
    contentHash: toHashText(request.contentHash),
  };
}
