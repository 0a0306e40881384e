import { Args, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../scopes/requires.decorator.js';
import type { Connection } from '../../graphql/connection/connection.js';
import { WebhookEventsPageQuery } from '../persistence/webhook-events-page.query.js';
import { toWebhookEventModel, WebhookEventConnectionModel, WebhookEventModel } from './webhook-event.model.js';
import { toWebhookEventCriteria, WebhookEventsArguments } from './webhook-events-arguments.js';

@Resolver(() => WebhookEventModel)
export class WebhookEventsResolver {
  constructor(private readonly pages: WebhookEventsPageQuery) {}

  @Query(() => WebhookEventConnectionModel, { description: 'Webhooks that were received, the newest first, in pages.' })
  @Requires('webhooks:read')
  async webhookEvents(@Args() args: WebhookEventsArguments): Promise<Connection<WebhookEventModel>> {
    return this.pages.page(toWebhookEventCriteria(args.filter ?? {}), args, toWebhookEventModel);
  }
}
