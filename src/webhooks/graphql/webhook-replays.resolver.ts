import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Requires } from '../../access/scopes/requires.decorator.js';
import { RefusesInput } from '../../platform/graphql/validation/refuses-input.js';
import { ReplayWebhooksService } from '../replay-webhooks.service.js';
import {
  ReplayWebhookEventInput,
  ReplayWebhookEventPayload,
  toReplayWebhookEventPayload,
} from './replay-webhook-event.js';
import {
  ReplayWebhookEventsInput,
  ReplayWebhookEventsPayload,
  toReplayRange,
  toReplayWebhookEventsPayload,
} from './replay-webhook-events.js';

@Resolver()
export class WebhookReplaysResolver {
  constructor(private readonly replays: ReplayWebhooksService) {}

  @Mutation(() => ReplayWebhookEventPayload, {
    description: 'Reprocesses a stored webhook by reading the order or payout back. Moves no money.',
  })
  @Requires('webhooks:replay')
  @RefusesInput<ReplayWebhookEventPayload>(() => ({ event: null }))
  async replayWebhookEvent(
    @Args('input', { description: 'The webhook, and the reason.' }) { eventId, reason }: ReplayWebhookEventInput,
  ): Promise<ReplayWebhookEventPayload> {
    return toReplayWebhookEventPayload(await this.replays.replayOne(eventId, reason ?? null));
  }

  @Mutation(() => ReplayWebhookEventsPayload, {
    description: 'Reprocesses the stored webhooks from a time range, at half the rate that the provider allows.',
  })
  @Requires('webhooks:replay')
  @RefusesInput<ReplayWebhookEventsPayload>(() => ({ replayed: 0, purged: 0 }))
  async replayWebhookEvents(
    @Args('input', { description: 'The webhooks, and the reason.' }) input: ReplayWebhookEventsInput,
  ): Promise<ReplayWebhookEventsPayload> {
    const range = toReplayRange(input);
    return toReplayWebhookEventsPayload(await this.replays.replayRange(range, input.reason ?? null));
  }
}
