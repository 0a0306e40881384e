import { HttpModule } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../platform/config/config.js';
import { PostgresTokenStore } from './persistence/postgres-token-store.sql.js';
import { RequestBudget } from './budget/request-budget.js';
import { TokenStore } from './budget/token-store.js';
import { CircuitBreakers } from './client/circuit-breakers.js';
import { ConnectionPool } from './client/exchange/connection-pool.js';
import { HttpExchange } from './client/exchange/http-exchange.js';
import { httpOptions } from './client/exchange/http-options.js';
import { HttpSendPermits } from './client/http-send-permits.js';
import { ProviderRefusals } from './client/provider-refusals.js';
import { ProviderCallLog } from './client/provider-call-log.js';
import { ProviderHttpClient } from './client/provider-http-client.js';
import { HttpH2hAdapter } from './http-h2h.adapter.js';
import { HttpOrdersAdapter } from './http-orders.adapter.js';
import { HttpPayoutsAdapter } from './http-payouts.adapter.js';
import { H2hPort } from './port/h2h.port.js';
import { OrdersPort } from './port/orders.port.js';
import { PayoutsPort } from './port/payouts.port.js';
import { SendPermits } from './port/send-permits.js';
import { loadProviderProfile } from './profile/provider-profile-loader.js';
import { ProviderProfile } from './profile/provider-profile.js';
import { WEBHOOK_SECRETS, WebhookSignatureVerifier } from './signature/webhook-signature-verifier.js';
import { ProviderBudgetEntity } from './persistence/provider-budget.entity.js';

/** Exports the ports and the profile; everything else is private. */
@Module({
  imports: [
    TypeOrmModule.forFeature([ProviderBudgetEntity]),
    HttpModule.registerAsync({ inject: [Config], useFactory: httpOptions }),
  ],
  providers: [
    {
      provide: ProviderProfile,
      inject: [Config],
      useFactory: (config: Config) =>
        loadProviderProfile(config.provider.profileFile, {
          takesNeutralWords: config.desk.environment === 'sandbox',
        }),
    },
    { provide: TokenStore, useClass: PostgresTokenStore },
    RequestBudget,
    { provide: OrdersPort, useClass: HttpOrdersAdapter },
    { provide: H2hPort, useClass: HttpH2hAdapter },
    { provide: PayoutsPort, useClass: HttpPayoutsAdapter },
    { provide: SendPermits, useClass: HttpSendPermits },
    {
      provide: WEBHOOK_SECRETS,
      inject: [Config],
      useFactory: (config: Config) => config.payouts.webhookSecrets,
    },
    WebhookSignatureVerifier,
    CircuitBreakers,
    ProviderRefusals,
    ProviderCallLog,
    ConnectionPool,
    HttpExchange,
    ProviderHttpClient,
  ],
  exports: [OrdersPort, H2hPort, PayoutsPort, SendPermits, ProviderProfile, WebhookSignatureVerifier],
})
export class ProviderModule {}
