import { Field, Int, ObjectType } from '@nestjs/graphql';
import { AccountModel } from '../../access/accounts/graphql/account.model.js';
import type { DecimalString } from '../../common/decimal.js';
import { DateTimeScalar } from '../../platform/graphql/scalars/date-time.scalar.js';
import { DecimalScalar } from '../../platform/graphql/scalars/decimal.scalar.js';
import type { WebhookSource } from '../domain/webhook-event.js';
import type { WebhookHealth } from '../persistence/webhook-health.sql.js';
import { WebhookSourceEnum } from './webhook-event.model.js';

@ObjectType('WebhookHealth', {
  description: 'How the ends of orders or payouts became known, for one account and destination.',
})
export class WebhookHealthModel {
  @Field(() => WebhookSourceEnum, { description: 'Whether it is about orders or payouts.' })
  source: WebhookSource;

  @Field(() => AccountModel, {
    name: 'account',
    nullable: true,
    description: "The account; null for failed webhooks that name no object of Purser's.",
  })
  accountId: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The destination of the payouts or the method of the orders; null like the account.',
  })
  destination: string | null;

  @Field(() => Int, { description: 'Ends found by a read-back after a webhook.' })
  endsByWebhook: number;

  @Field(() => Int, { description: 'Ends found by a scheduled poll, a refresh or a reconciliation run.' })
  endsByPoll: number;

  @Field(() => Int, { description: 'Ends found in another way, such as by the answer that created it.' })
  endsOtherwise: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Percentage of ends found by webhooks, rounded down; null without any end.',
  })
  webhookPercent: number | null;

  @Field(() => DecimalScalar, {
    nullable: true,
    description:
      "Median seconds from the provider's time of completion, or else from the webhook, to the end here; null if neither is known.",
  })
  medianDelaySeconds: DecimalString | null;

  @Field(() => DecimalScalar, { nullable: true, description: 'The 95th percentile of the same.' })
  p95DelaySeconds: DecimalString | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the last webhook about any of them was delivered.',
  })
  lastWebhookAt: Date | null;

  @Field(() => Int, { description: 'Failed webhooks about them.' })
  givenUp: number;
}

export function toWebhookHealthModel(health: WebhookHealth): WebhookHealthModel {
  const ends = health.endsByWebhook + health.endsByPoll + health.endsOtherwise;
  return { ...health, webhookPercent: ends === 0 ? null : Math.floor((health.endsByWebhook * 100) / ends) };
}
