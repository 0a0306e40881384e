import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Requires } from '../../scopes/requires.decorator.js';
import { RefusesInput } from '../../graphql/validation/refuses-input.decorator.js';
import { ReplayWebhooksService } from '../replay-webhooks.service.js';
import { ReplayWebhookEventInput } from './replay-webhook-event.input.js';
import { ReplayWebhookEventPayload, toReplayWebhookEventPayload } from './replay-webhook-event.payload.js';
import { ReplayWebhookEventsInput, toReplayRange } from './replay-webhook-events.input.js';
import { ReplayWebhookEventsPayload, toReplayWebhookEventsPayload } from './replay-webhook-events.payload.js';

@Resolver()
export class WebhookReplaysResolver {
  constructor(private readonly replays: ReplayWebhooksService) {}

  @Mutation(() => ReplayWebhookEventPayload, {
    description: 'Has a stored webhook dealt with again: what it names is read back; no money moves by it.',
  })
  @Requires('webhooks:replay')
  @RefusesInput<ReplayWebhookEventPayload>(() => ({ event: null }))
  async replayWebhookEvent(
    @Args('input', { description: 'Which one, and why.' }) { eventId, reason }: ReplayWebhookEventInput,
  ): Promise<ReplayWebhookEventPayload> {
    return toReplayWebhookEventPayload(await this.replays.replayOne(eventId, reason ?? null));
  }

  @Mutation(() => ReplayWebhookEventsPayload, {
    description: 'Has the stored webhooks of a time dealt with again, at half the rate the payment service allows.',
  })
  @Requires('webhooks:replay')
  @RefusesInput<ReplayWebhookEventsPayload>(() => ({ replayed: 0, purged: 0 }))
  async replayWebhookEvents(
    @Args('input', { description: 'Which ones, and why.' }) input: ReplayWebhookEventsInput,
  ): Promise<ReplayWebhookEventsPayload> {
    const range = toReplayRange(input);
    return toReplayWebhookEventsPayload(await this.replays.replayRange(range, input.reason ?? null));
  }
}
