import { HttpModule } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../config/config.js';
import { PostgresTokenStore } from './budget/postgres-token.store.js';
import { RequestBudget } from './budget/request.budget.js';
import { SharedRequestBudget } from './budget/shared-request.budget.js';
import { TokenStore } from './budget/token.store.js';
import { CircuitBreakers } from './client/circuit.breakers.js';
import { ConnectionPool } from './client/exchange/connection.pool.js';
import { HttpExchange } from './client/exchange/http.exchange.js';
import { HttpSendPermits } from './client/http-send.permits.js';
import { ProviderHttpClient } from './client/provider-http.client.js';
import { HttpH2hProvider } from './http-h2h.provider.js';
import { HttpOrdersProvider } from './http-orders.provider.js';
import { HttpPayoutsProvider } from './http-payouts.provider.js';
import { H2hProvider } from './port/h2h.provider.js';
import { OrdersProvider } from './port/orders.provider.js';
import { PayoutsProvider } from './port/payouts.provider.js';
import { SendPermits } from './port/send.permits.js';
import { loadProviderProfile } from './profile/provider-profile.loader.js';
import { ProviderProfile } from './profile/provider.profile.js';
import { WEBHOOK_SECRETS, WebhookSignatureVerifier } from './signature/webhook-signature.verifier.js';
import { ProviderBudgetEntity } from './persistence/provider-budget.entity.js';

/** The payment service as the rest of Purser sees it: ports and the profile; everything else stays inside. */
@Module({
  imports: [HttpModule, TypeOrmModule.forFeature([ProviderBudgetEntity])],
  providers: [
    {
      provide: ProviderProfile,
      inject: [Config],
      useFactory: (config: Config) => loadProviderProfile(config.provider.profileFile),
    },
    { provide: TokenStore, useClass: PostgresTokenStore },
    { provide: RequestBudget, useClass: SharedRequestBudget },
    { provide: OrdersProvider, useClass: HttpOrdersProvider },
    { provide: H2hProvider, useClass: HttpH2hProvider },
    { provide: PayoutsProvider, useClass: HttpPayoutsProvider },
    { provide: SendPermits, useClass: HttpSendPermits },
    {
      provide: WEBHOOK_SECRETS,
      inject: [Config],
      useFactory: (config: Config) => config.payouts.webhookSecrets,
    },
    WebhookSignatureVerifier,
    CircuitBreakers,
    ConnectionPool,
    HttpExchange,
    ProviderHttpClient,
  ],
  exports: [OrdersProvider, H2hProvider, PayoutsProvider, SendPermits, ProviderProfile, WebhookSignatureVerifier],
})
export class ProviderModule {}
