import { Args, Query, Resolver } from '@nestjs/graphql';
import { Requires } from '../../scopes/requires.decorator.js';
import { type Connection, toConnection } from '../../graphql/connection/connection.js';
import { toPageRequest } from '../../graphql/connection/page-request.js';
import {
  positionOfEvent,
  WEBHOOK_EVENTS_SORT,
  WebhookEventsPageQuery,
} from '../persistence/webhook-events-page.query.js';
import { toWebhookEventModel, WebhookEventConnectionModel, WebhookEventModel } from './webhook-event.model.js';
import { toWebhookEventCriteria, WebhookEventsArguments } from './webhook-events.arguments.js';

@Resolver(() => WebhookEventModel)
export class WebhookEventsResolver {
  constructor(private readonly pages: WebhookEventsPageQuery) {}

  @Query(() => WebhookEventConnectionModel, { description: 'Webhooks that were received, the newest first, in pages.' })
  @Requires('webhooks:read')
  async webhookEvents(@Args() args: WebhookEventsArguments): Promise<Connection<WebhookEventModel>> {
    const criteria = toWebhookEventCriteria(args.filter);
    const page = toPageRequest(args, WEBHOOK_EVENTS_SORT);
    return toConnection({
      page,
      sort: WEBHOOK_EVENTS_SORT,
      rows: await this.pages.list(criteria, page),
      positionOf: positionOfEvent,
      toNode: toWebhookEventModel,
      countAll: () => this.pages.count(criteria),
    });
  }
}
