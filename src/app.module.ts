import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AccountsModule } from './desk/accounts/accounts.module.js';
import { AuditModule } from './desk/audit/audit.module.js';
import type { Config } from './platform/config/config.js';
import { ConfigModule } from './platform/config/config.module.js';
import type { Extra } from './platform/config/extra.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { DiscrepanciesModule } from './desk/discrepancies/discrepancies.module.js';
import { ProviderDetailsModule } from './desk/provider-details/provider-details.module.js';
import { EventsModule } from './platform/events/events.module.js';
import { FindModule } from './desk/find/find.module.js';
import { GraphqlModule } from './platform/graphql/graphql.module.js';
import { ObservabilityModule } from './platform/observability/observability.module.js';
import { LedgerModule } from './desk/ledger/ledger.module.js';
import { H2hModule } from './h2h/h2h.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { PayoutsModule } from './payouts/payouts.module.js';
import { ReconciliationModule } from './desk/reconciliation/reconciliation.module.js';
import { SchedulingModule } from './platform/scheduling/scheduling.module.js';
import { SeriesModule } from './desk/series/series.module.js';
import { SetupModule } from './desk/setup/setup.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({})
export class AppModule {
  /** @param extras the extras that the settings turn on */
  static with(config: Config, extras: readonly Extra[]): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        ObservabilityModule,
        DatabaseModule,
        SchedulingModule,
        EventsModule.with(config),
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
        SetupModule,
        ...extras.map(({ module }) => module),
      ],
    };
  }
}
