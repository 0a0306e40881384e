import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../access/scopes/requires.decorator.js';
import type { Connection } from '../../platform/graphql/connection/connection.js';
import { ParseId } from '../../platform/graphql/validation/parse-id.js';
import { WebhookEventsPageQuery } from '../persistence/webhook-events-page.query.js';
import { toWebhookEventModel, WebhookEventConnectionModel, WebhookEventModel } from './webhook-event.model.js';
import { toWebhookEventCriteria, WebhookEventsArguments } from './webhook-events-arguments.js';

@Resolver(() => WebhookEventModel)
export class WebhookEventsResolver {
  constructor(private readonly pages: WebhookEventsPageQuery) {}

  @Query(() => WebhookEventModel, {
    nullable: true,
    description: 'One webhook event; null if there is none with this id.',
  })
  @Requires('webhooks:read')
  async webhookEvent(
    @Args('id', { type: () => ID, description: "Purser's id for the webhook event." }, ParseId) id: string,
  ): Promise<WebhookEventModel | null> {
    const event = await this.pages.find(id);
    return event && toWebhookEventModel(event);
  }

  @Query(() => WebhookEventConnectionModel, { description: 'Received webhooks, newest first, in pages.' })
  @Requires('webhooks:read')
  async webhookEvents(@Args() args: WebhookEventsArguments): Promise<Connection<WebhookEventModel>> {
    return this.pages.page(toWebhookEventCriteria(args.filter ?? {}), args, toWebhookEventModel);
  }
}
