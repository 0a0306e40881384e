import { ArgsType, Field, ID, InputType } from '@nestjs/graphql';
import { PageArguments } from '../../platform/graphql/connection/page-arguments.js';
import { DateTimeScalar, EndsBefore } from '../../platform/graphql/scalars/date-time.scalar.js';
import { Id } from '../../platform/graphql/validation/id.decorator.js';
import { Nested } from '../../platform/graphql/validation/nested.decorator.js';
import type { WebhookSource, WebhookState } from '../domain/webhook-event.js';
import type { WebhookEventCriteria } from '../persistence/webhook-events-page.query.js';
import {
  toVerdict,
  type WebhookSignature,
  WebhookSignatureEnum,
  WebhookSourceEnum,
  WebhookStateEnum,
} from './webhook-event.model.js';

@InputType('WebhookEventFilter', { description: 'Filter for webhooks. All given fields must match.' })
export class WebhookEventFilter {
  @Field(() => [WebhookSourceEnum], { nullable: true, description: 'Received at one of these addresses.' })
  sources?: WebhookSource[] | null;

  @Field(() => [WebhookStateEnum], { nullable: true, description: 'In one of these states.' })
  states?: WebhookState[] | null;

  @Field(() => [WebhookSignatureEnum], { nullable: true, description: 'With a signature that proved one of these.' })
  signatures?: WebhookSignature[] | null;

  @Field(() => ID, { nullable: true, description: 'About an object of this account.' })
  @Id()
  accountId?: string | null;

  @Field(() => ID, { nullable: true, description: 'That name this provider id.' })
  @Id()
  providerObjectId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only webhooks about the order or payout with this id.' })
  @Id()
  subjectId?: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'First delivered at this time or later.' })
  receivedFrom?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'First delivered before this time.' })
  @EndsBefore()
  receivedTo?: Date | null;
}

@ArgsType()
export class WebhookEventsArguments extends PageArguments {
  @Field(() => WebhookEventFilter, { nullable: true, description: 'Filter; absent for all.' })
  @Nested(() => WebhookEventFilter)
  filter?: WebhookEventFilter | null;
}

export function toWebhookEventCriteria({ signatures, ...filter }: WebhookEventFilter): WebhookEventCriteria {
  return { ...filter, signatures: signatures?.map(toVerdict) ?? null };
}
