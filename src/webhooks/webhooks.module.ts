import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WebhookEventsResolver } from './graphql/webhook-events.resolver.js';
import { ProviderModule } from '../provider/provider.module.js';
import { OrderWebhooksController } from './order-webhooks.controller.js';
import { PayoutWebhooksController } from './payout-webhooks.controller.js';
import { WebhookEventEntity } from './persistence/webhook-event.entity.js';
import { WebhookEventsPageQuery } from './persistence/webhook-events-page.query.js';
import { WebhookEventsRepository } from './persistence/webhook-events.repository.js';
import { WebhookHandlers } from './webhook-handlers.js';
import { WebhookIntakeService } from './webhook-intake.service.js';
import { WebhooksSchedule } from './webhooks.schedule.js';

@Module({
  imports: [TypeOrmModule.forFeature([WebhookEventEntity]), ProviderModule],
  controllers: [OrderWebhooksController, PayoutWebhooksController],
  providers: [
    WebhookEventsRepository,
    WebhookEventsPageQuery,
    WebhookHandlers,
    WebhookIntakeService,
    WebhooksSchedule,
    WebhookEventsResolver,
  ],
  exports: [WebhookHandlers],
})
export class WebhooksModule {}
