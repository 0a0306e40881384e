import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../platform/database/api-reads.js';
import { WebhookEventsResolver } from './graphql/webhook-events.resolver.js';
import { WebhookHealthResolver } from './graphql/webhook-health.resolver.js';
import { WebhookReplaysResolver } from './graphql/webhook-replays.resolver.js';
import { ProviderModule } from '../provider/provider.module.js';
import { DeliveryBatches } from './delivery/delivery-batches.js';
import { DeliveryLimits } from './delivery/delivery-limits.js';
import { LostAttemptsService } from './lost-attempts.service.js';
import { OrderWebhooksRoute } from './delivery/order-webhooks.route.js';
import { PayoutWebhooksRoute } from './delivery/payout-webhooks.route.js';
import { QuarantineRepository } from './persistence/quarantine.repository.js';
import { UnverifiedWebhooksRepository } from './persistence/unverified-webhooks.sql.js';
import { WebhookBodiesRepository } from './persistence/webhook-bodies.sql.js';
import { WebhookEventEntity } from './persistence/webhook-event.entity.js';
import { WebhookEventsPageQuery } from './persistence/webhook-events-page.query.js';
import { WebhookEventsRepository } from './persistence/webhook-events.repository.js';
import { WebhookEvidenceRepository } from './persistence/webhook-evidence.sql.js';
import { WebhookHealthQuery } from './persistence/webhook-health.sql.js';
import { WebhookReplaysRepository } from './persistence/webhook-replays.repository.js';
import { ReplayWebhooksService } from './replay-webhooks.service.js';
import { DeliverySignatures } from './delivery/delivery-signatures.js';
import { WebhookHandlers } from './webhook-handlers.js';
import { WebhookIntakeService } from './webhook-intake.service.js';
import { WebhookRetentionService } from './webhook-retention.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([WebhookEventEntity]),
    TypeOrmModule.forFeature([WebhookEventEntity], READS),
    ProviderModule,
  ],
  providers: [
    WebhookEventsRepository,
    UnverifiedWebhooksRepository,
    QuarantineRepository,
    WebhookEventsPageQuery,
    WebhookReplaysRepository,
    WebhookBodiesRepository,
    WebhookEvidenceRepository,
    WebhookHealthQuery,
    WebhookHandlers,
    DeliveryLimits,
    DeliveryBatches,
    LostAttemptsService,
    DeliverySignatures,
    OrderWebhooksRoute,
    PayoutWebhooksRoute,
    WebhookIntakeService,
    WebhookRetentionService,
    ReplayWebhooksService,
    WebhookEventsResolver,
    WebhookReplaysResolver,
    WebhookHealthResolver,
  ],
  exports: [WebhookEventsPageQuery, WebhookHandlers, WebhookEvidenceRepository],
})
export class WebhooksModule {}
