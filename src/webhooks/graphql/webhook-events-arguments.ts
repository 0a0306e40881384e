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
  @Field(() => [WebhookSourceEnum], {
    nullable: true,
    description: 'Only webhooks received at one of these addresses.',
  })
  sources?: WebhookSource[] | null;

  @Field(() => [WebhookStateEnum], { nullable: true, description: 'Only in one of these states.' })
  states?: WebhookState[] | null;

  @Field(() => [WebhookSignatureEnum], {
    nullable: true,
    description: 'Only with one of these verdicts on the signature.',
  })
  signatures?: WebhookSignature[] | null;

  @Field(() => ID, { nullable: true, description: 'Only webhooks about objects in this account.' })
  @Id()
  accountId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only webhooks that name this provider id.' })
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
  @Field(() => WebhookEventFilter, { nullable: true, description: 'Filter to apply; absent for all items.' })
  @Nested(() => WebhookEventFilter)
  filter?: WebhookEventFilter | null;
}

export function toWebhookEventCriteria({ signatures, ...filter }: WebhookEventFilter): WebhookEventCriteria {
  return { ...filter, signatures: signatures?.map(toVerdict) ?? null };
}
