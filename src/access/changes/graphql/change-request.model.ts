import { Field, ID, ObjectType } from '@nestjs/graphql';
import { ActorModel } from '../../../desk/audit/graphql/actor.model.js';
import { FactModel, toShownFacts } from '../../../desk/audit/graphql/fact.model.js';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { describedEnum } from '../../../platform/graphql/described-enum.js';
import { type ChangeKind, type ChangeRequest, type ChangeRequestStatus, toHashText } from '../domain/change-request.js';

export const ChangeKindEnum = describedEnum<ChangeKind>({
  name: 'ChangeKind',
  description: 'Kind of a change that requires two people.',
  values: {
    API_KEY: 'Creating an API key.',
    PERSON: 'Unblocking a person who signs in through the identity provider.',
    PAYOUT_GATE: 'Opening the payout gate, or ending the extra approvals after a database restore.',
    PAYOUT_POLICY: 'Setting or removing a payout policy, which says how many people must approve a payout.',
    PAYOUT_LIMIT: 'Setting or removing a payout limit.',
    RECIPIENT_READINGS: 'Raising the number of recipients that the proposer may see within a day.',
    UNCONFIRMED_PAYOUT:
      "Binding or closing an unconfirmed payout, or settling a payout about which the provider's answers are missing or were rejected.",
    LOST_PAYMENT: "Closing a payment at the provider that matches none of Purser's payouts.",
    UNCONFIRMED_ORDER: 'Closing an unconfirmed order as unpaid.',
  },
});

const ChangeRequestStatusEnum = describedEnum<ChangeRequestStatus>({
  name: 'ChangeRequestStatus',
  description: 'The state of a change request; only a PENDING one can be confirmed or declined.',
  values: {
    PENDING: 'The change request is waiting for a second person.',
    CONFIRMED: 'A second person confirmed the change request, and the change was made.',
    DECLINED: 'A person declined the change request.',
    REPLACED: 'The proposer proposed another change to the same subject.',
    EXPIRED:
      "A day passed, the proposer's key was revoked or replaced, the proposer was blocked, or the subject was settled without the change.",
    FAILED: 'A second person confirmed the change request, but the change turned out to be impossible.',
  },
});

@ObjectType('ChangeRequest', {
  description:
    'A change that one person proposed. Another person confirms it with `confirmChangeRequest`; Purser then makes exactly the change that is stored here.',
})
export class ChangeRequestModel {
  @Field(() => ID, { description: "Purser's id for the change request." })
  id: string;

  @Field(() => ChangeKindEnum, { description: 'Kind of the change.' })
  kind: ChangeKind;

  @Field(() => String, { description: 'What the change is about: the id of an object, or the name of a rule.' })
  subject: string;

  @Field(() => [FactModel], {
    description:
      'Everything that takes effect once the change is confirmed, under the names that the proposing mutation uses. A null value means the same as in that mutation: it removes a setting or leaves it unchanged.',
  })
  content: FactModel[];

  @Field(() => String, {
    description: 'Hash of the id, kind, subject, content, reason and proposer. Pass it to `confirmChangeRequest`.',
  })
  contentHash: string;

  @Field(() => String, {
    nullable: true,
    description: 'The reason that the proposer gave; null for an API key, whose name says its purpose instead.',
  })
  reason: string | null;

  @Field(() => ChangeRequestStatusEnum, { description: 'State of the change request.' })
  status: ChangeRequestStatus;

  @Field(() => ActorModel, { description: 'Who proposed the change. They cannot confirm it themselves.' })
  proposedBy: string;

  @Field(() => DateTimeScalar, { description: 'When the change was proposed.' })
  proposedAt: Date;

  @Field(() => DateTimeScalar, {
    description: 'The time until which the change can be confirmed: a day after the proposal.',
  })
  expiresAt: Date;

  @Field(() => ActorModel, {
    nullable: true,
    description:
      'The API key or person that confirmed, declined or replaced the change request; null if it is PENDING or EXPIRED.',
  })
  closedBy: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'When the change request was closed; null while it is PENDING, and while it is EXPIRED but not yet replaced.',
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
