import { Field, Int, ObjectType } from '@nestjs/graphql';
import { DateTimeScalar } from '../../../platform/graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../../platform/graphql/scalars/decimal.scalar.js';
import type { WebhookSource } from '../../../webhooks/domain/webhook-event.js';
import { WebhookSourceEnum } from '../../../webhooks/graphql/webhook-event.model.js';
import { secondsOfBucket } from '../domain/duration-bucket.js';
import type { EndCount } from '../persistence/series.sql.js';

@ObjectType('WebhookPoint', { description: 'How the ends of orders or payouts became known in a bucket.' })
export class WebhookPointModel {
  @Field(() => DateTimeScalar, { description: 'Beginning of the bucket.' })
  start: Date;

  @Field(() => WebhookSourceEnum, { description: 'Whether it is about orders or payouts.' })
  source: WebhookSource;

  @Field(() => String, {
    nullable: true,
    description:
      'The destination of the payouts or the method of the orders; null where all are counted together, and for failed webhooks that name nothing known.',
  })
  destination: string | null;

  @Field(() => Int, { description: 'Ends that a read-back after a webhook brought.' })
  endsByWebhook: number;

  @Field(() => Int, { description: 'Ends that a scheduled check, a refresh or a reconciliation run brought.' })
  endsByPoll: number;

  @Field(() => Int, { description: 'Ends known in another way, such as by the answer that created it.' })
  endsOtherwise: number;

  @Field(() => Int, { description: 'Failed webhooks that were first delivered in the bucket.' })
  givenUp: number;

  @Field(() => DecimalScalar, {
    nullable: true,
    description:
      "Seconds from the provider's time of completion, or else from the webhook that told, to the end here, of which nineteen in twenty are below; right to a tenth. Null when neither is known.",
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
