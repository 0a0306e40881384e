import { Args, Int, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../scopes/requires.decorator.js';
import { badUserInput } from '../../graphql/errors/bad-user-input.js';
import { WebhookHealthService } from '../webhook-health.service.js';
import { toWebhookHealthModel, WebhookHealthModel } from './webhook-health.model.js';

// Beyond a month nobody asks how webhooks are, but how they were.
const MAX_DAYS = 31;

@Resolver(() => WebhookHealthModel)
export class WebhookHealthResolver {
  constructor(private readonly health: WebhookHealthService) {}

  @Query(() => [WebhookHealthModel], {
    description:
      'Whether webhooks can be relied on, by account and destination, over at most 10,000 ends of each kind.',
  })
  @Requires('webhooks:read')
  async webhookHealth(
    @Args('days', { type: () => Int, defaultValue: 7, description: 'The last days to look at, 1 to 31.' }) days: number,
  ): Promise<WebhookHealthModel[]> {
    if (days < 1 || days > MAX_DAYS) throw badUserInput(`must be from 1 to ${MAX_DAYS}`, ['days']);
    return (await this.health.measure(days)).map(toWebhookHealthModel);
  }
}
