import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import type { WebhookSource } from '../../../webhooks/domain/webhook-event.js';
import { WebhookSourceEnum } from '../../../webhooks/graphql/webhook-event.model.js';
import { secondsOfBucket } from '../domain/duration-bucket.js';
import type { EndCount } from '../persistence/series.sql.js';

@ObjectType('WebhookPoint', {
  description: 'How Purser learned of the final statuses of orders or payouts in a bucket.',
})
export class WebhookPointModel {
  @Field(() => DateTimeScalar, { description: 'Start of the bucket.' })
  start: Date;

  @Field(() => WebhookSourceEnum, { description: 'Whether the figures are about orders or payouts.' })
  source: WebhookSource;

  @Field(() => String, {
    nullable: true,
    description:
      'The destination of the payouts, or the method of the orders; null if all are counted together, and for failed webhooks that name no object that Purser knows.',
  })
  destination: string | null;

  @Field(() => Int, { description: 'Number of final statuses found by a read-back after a webhook.' })
  endsByWebhook: number;

  @Field(() => Int, {
    description: 'Number of final statuses found by a scheduled poll, a refresh or a reconciliation run.',
  })
  endsByPoll: number;

  @Field(() => Int, {
    description: "Number of final statuses found in another way, such as by the provider's answer on creation.",
  })
  endsOtherwise: number;

  @Field(() => Int, { description: 'Number of failed webhooks that were first delivered in the bucket.' })
  givenUp: number;

  @Field(() => DecimalScalar, {
    nullable: true,
    description:
      "The 95th percentile of the number of seconds from the provider's time of completion, or else from the webhook, until Purser recorded the final status, accurate to within 10 percent; null if neither time is known.",
  })
  p95DelaySeconds: string | null;
}

export function toWebhookPointModel(source: WebhookSource, count: EndCount): WebhookPointModel {
  const { start, destination, byWebhook, byPoll, otherwise, givenUp, p95Bucket } = count;
  return {
    start,
    source,
    destination,
    endsByWebhook: byWebhook,
    endsByPoll: byPoll,
    endsOtherwise: otherwise,
    givenUp,
    p95DelaySeconds: p95Bucket === null ? null : secondsOfBucket(p95Bucket),
  };
}
