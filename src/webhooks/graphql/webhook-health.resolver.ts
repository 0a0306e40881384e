import type { PipeTransform } from '@nestjs/common';
import { Args, Int, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../access/scopes/requires.decorator.js';
import { badUserInput } from '../../platform/graphql/errors/bad-user-input.js';
import { WebhookHealthQuery } from '../persistence/webhook-health.sql.js';
import { toWebhookHealthModel, WebhookHealthModel } from './webhook-health.model.js';

// Older figures are history and say nothing about health.
const MAX_DAYS = 31;

class ParseDays implements PipeTransform<number, number> {
  static readonly about = `1 to ${MAX_DAYS}`;

  /** @throws GraphQLError BAD_USER_INPUT naming the argument */
  transform(days: number): number {
    if (days < 1 || days > MAX_DAYS) throw badUserInput(`must be from 1 to ${MAX_DAYS}`, ['days']);
    return days;
  }
}

@Resolver(() => WebhookHealthModel)
export class WebhookHealthResolver {
  constructor(private readonly health: WebhookHealthQuery) {}

  @Query(() => [WebhookHealthModel], {
    description:
      'How reliable webhooks are: how Purser learned of final statuses, by account and destination. Considers at most 10,000 final statuses each of orders and of payouts.',
  })
  @Requires('webhooks:read')
  async webhookHealth(
    @Args('days', { type: () => Int, defaultValue: 7, description: 'Number of days to include, 1 to 31.' }, ParseDays)
    days: number,
  ): Promise<WebhookHealthModel[]> {
    return (await this.health.measure(days)).map(toWebhookHealthModel);
  }
}
