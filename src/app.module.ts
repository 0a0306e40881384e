import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { AuditModule } from './audit/audit.module.js';
import type { Config } from './config/config.js';
import { ConfigModule } from './config/config.module.js';
import { DatabaseModule } from './database/database.module.js';
import { DiscrepanciesModule } from './discrepancies/discrepancies.module.js';
import { ProviderDetailsModule } from './provider-details/provider-details.module.js';
import { EventsModule } from './events/events.module.js';
import { FindModule } from './find/find.module.js';
import { GraphqlModule } from './graphql/graphql.module.js';
import { ObservabilityModule } from './observability/observability.module.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { H2hModule } from './h2h/h2h.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { PayoutsModule } from './payouts/payouts.module.js';
import { ReconciliationModule } from './reconciliation/reconciliation.module.js';
import { SchedulingModule } from './scheduling/scheduling.module.js';
import { SeriesModule } from './series/series.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The composition root: the only place that knows every module. */
@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        ObservabilityModule,
        DatabaseModule,
        SchedulingModule,
        EventsModule,
        AuditModule,
        GraphqlModule.register({ imports: [AccessModule] }),
        AccountsModule,
        LedgerModule,
        DiscrepanciesModule,
        ProviderDetailsModule,
        WebhooksModule,
        OrdersModule,
        H2hModule,
        PayoutsModule,
        ReconciliationModule,
        FindModule,
        SeriesModule,
      ],
    };
  }
}
