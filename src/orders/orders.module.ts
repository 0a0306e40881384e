import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { READS } from '../platform/database/api-reads.js';
import { AccessModule } from '../access/access.module.js';
import { AccountsModule } from '../desk/accounts/accounts.module.js';
import { CardLimitsModule } from '../desk/card-limits/card-limits.module.js';
import { LedgerModule } from '../desk/ledger/ledger.module.js';
import { PersonalDataModule } from '../desk/personal-data/personal-data.module.js';
import { ProviderDetailsModule } from '../desk/provider-details/provider-details.module.js';
import { ProviderModule } from '../provider/provider.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { PollOrdersService } from './poll-orders.service.js';
import { CreateOrderService } from './create-order.service.js';
import { CustomerHashes } from './customers/customer-hashes.js';
import { CustomerRetentionService } from './customers/customer-retention.service.js';
import { CustomerSearchService } from './customers/customer-search.service.js';
import { CustomerRetentionRepository } from './customers/persistence/customer-retention.sql.js';
import { OrderChangesResolver } from './graphql/changes/order-changes.resolver.js';
import { OrderLoaders } from './graphql/order-loaders.js';
import { OrdersResolver, OrderStatusChangesResolver } from './graphql/orders.resolver.js';
import { OrderAnswersService } from './order-answers.service.js';
import { OrderAttemptsService } from './order-attempts.service.js';
import { OrderReader } from './order-reader.js';
import { OrderUpdates } from './order-updates.js';
import { OrderTransitions } from './order-transitions.js';
import { OrdersWebhookHandler } from './orders-webhook.handler.js';
import { OrderEntity } from './persistence/order.entity.js';
import { OrderStatesRepository } from './persistence/order-states.sql.js';
import { OrdersPageQuery } from './persistence/orders-page.query.js';
import { OrdersRepository } from './persistence/orders.repository.js';
import { CloseUnconfirmedOrderService } from './unconfirmed/close-unconfirmed-order.service.js';
import { UnconfirmedOrderHandler } from './unconfirmed/unconfirmed-order.handler.js';
import { RefreshOrderService } from './refresh-order.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([OrderEntity]),
    TypeOrmModule.forFeature([OrderEntity], READS),
    AccessModule,
    AccountsModule,
    CardLimitsModule,
    LedgerModule,
    PersonalDataModule,
    ProviderDetailsModule,
    ProviderModule,
    WebhooksModule,
  ],
  providers: [
    OrdersRepository,
    OrdersPageQuery,
    OrderStatesRepository,
    OrderTransitions,
    OrderAnswersService,
    OrderReader,
    CustomerHashes,
    CustomerSearchService,
    CustomerRetentionRepository,
    CustomerRetentionService,
    OrderAttemptsService,
    CreateOrderService,
    PollOrdersService,
    RefreshOrderService,
    CloseUnconfirmedOrderService,
    UnconfirmedOrderHandler,
    OrdersWebhookHandler,
    OrderUpdates,
    OrderLoaders,
    OrdersResolver,
    OrderStatusChangesResolver,
    OrderChangesResolver,
  ],
  exports: [
    CustomerSearchService,
    OrdersPageQuery,
    OrdersRepository,
    OrderAnswersService,
    OrderAttemptsService,
    CreateOrderService,
    PollOrdersService,
    OrderLoaders,
    OrderUpdates,
  ],
})
export class OrdersModule {}
