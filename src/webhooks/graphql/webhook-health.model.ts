import { Field, Int, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../access/accounts/graphql/account.model.js';
import type { DecimalString } from '../../common/decimal.js';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../platform/graphql/scalars/decimal.scalar.js';
import type { WebhookSource } from '../domain/webhook-event.js';
import type { WebhookHealth } from '../persistence/webhook-health.sql.js';
import { WebhookSourceEnum } from './webhook-event.model.js';

@ObjectType('WebhookHealth', {
  description: 'How Purser learned of the final statuses of orders or payouts, for one account and destination.',
})
export class WebhookHealthModel {
  @Field(() => WebhookSourceEnum, { description: 'Whether the figures are about orders or payouts.' })
  source: WebhookSource;

  @Field(() => AccountModel, {
    name: 'account',
    nullable: true,
    description: 'The account; null for failed webhooks that name no object that Purser knows.',
  })
  accountId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The destination of the payouts, or the method of the orders; null when `account` is null.',
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

  @Field(() => Int, {
    nullable: true,
    description: 'Percentage of final statuses found by webhooks, rounded down; null if there are none.',
  })
  webhookPercent: number | null;

  @Field(() => DecimalScalar, {
    nullable: true,
    description:
      "Median number of seconds from the provider's time of completion, or else from the webhook, until Purser recorded the final status; null if neither time is known.",
  })
  medianDelaySeconds: DecimalString | null;

  @Field(() => DecimalScalar, {
    nullable: true,
    description: 'The 95th percentile of the same delay as `medianDelaySeconds`.',
  })
  p95DelaySeconds: DecimalString | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the last webhook about any of these orders or payouts was delivered.',
  })
  lastWebhookAt: Date | null;

  @Field(() => Int, { description: 'Number of failed webhooks about these orders or payouts.' })
  givenUp: number;
}

export function toWebhookHealthModel(health: WebhookHealth): WebhookHealthModel {
  const ends = health.endsByWebhook + health.endsByPoll + health.endsOtherwise;
  return { ...health, webhookPercent: ends === 0 ? null : Math.floor((health.endsByWebhook * 100) / ends) };
}
