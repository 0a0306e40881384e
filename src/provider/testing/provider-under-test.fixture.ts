import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import type { DecimalString } from '../../common/decimal.js';
import type { CurrencyCode } from '../../common/currency.js';
import { type Config, loadConfig } from '../../platform/config/config.js';
import { Alarms } from '../../platform/observability/alarms.js';
import { MetricsRegistry } from '../../platform/observability/metrics-registry.js';
import { bucketFor } from '../budget/bucket-shape.js';
import { RequestBudget } from '../budget/request-budget.js';
import type { TokenStore } from '../budget/token-store.js';
import { CircuitBreakers } from '../client/circuit-breakers.js';
import { ConnectionPool } from '../client/exchange/connection-pool.js';
import { HttpExchange } from '../client/exchange/http-exchange.js';
import { httpOptions } from '../client/exchange/http-options.js';
import { ProviderRefusals } from '../client/provider-refusals.js';
import { ProviderCallLog } from '../client/provider-call-log.js';
import { ProviderHttpClient } from '../client/provider-http-client.js';
import { HttpOrdersAdapter } from '../http-orders.adapter.js';
import { HttpPayoutsAdapter } from '../http-payouts.adapter.js';
import type { NewProviderOrder, ProviderCredentials } from '../port/orders.port.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { InMemoryTokenStore } from './in-memory-token-store.fixture.js';

export const PROVIDER_ORDER_ID = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

/** The token is a distinctive value that tests look for wherever it must not appear. */
export const credentials: ProviderCredentials = { merchant: 'account-1', apiToken: 'canary-token-7f3a' };

export const newOrder: NewProviderOrder = {
  externalId: 'order-1',
  amount: '10.50' as DecimalString,
  currency: 'EUR' as CurrencyCode,
  purpose: 'Two tickets',
  successUrl: null,
  failUrl: null,
};

/** The documented order object; without overrides the answer to `newOrder`. */
export function wireOrderObject(overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: PROVIDER_ORDER_ID,
    status: 'CREATED',
    purpose: 'Two tickets',
    amount: '10.50',
    commission: '0.50',
    received: '10.00',
    currency: 'EUR',
    shopId: '0190a1b2-0000-7e5f-8a9b-0c1d2e3f4a5b',
    externalId: 'order-1',
    paymentLink: 'https://pay.example/o/1',
    successUrl: null,
    payedAt: null,
    updatedAt: '2026-01-02T03:04:05.678Z',
    createdAt: '2026-01-02T03:04:05.678Z',
    ...overrides,
  };
}

export interface TestedProviderOptions {
  readonly timeoutMs?: number;
  readonly requestsPerSecond?: number;
  readonly tokens?: TokenStore;
  readonly profile?: unknown;
}

/** Builds the provider module's real parts for a given address, with the shared bucket in memory. */
export function providerAt(baseUrl: string, options: TestedProviderOptions = {}) {
  const config = configFor(baseUrl, options);
  const profile = ProviderProfile.withOverrides(options.profile ?? {});
  const tokens = options.tokens ?? new InMemoryTokenStore(bucketFor(config.provider.requestsPerSecond));
  const pool = new ConnectionPool();
  const budget = new RequestBudget(tokens, config);
  const exchanges = new HttpExchange(new HttpService(axios.create(httpOptions(config))), pool, config);
  const registry = new MetricsRegistry();
  const circuits = new CircuitBreakers(registry, profile);
  const refusals = new ProviderRefusals(registry, new Alarms(registry));
  const client = new ProviderHttpClient(
    exchanges,
    circuits,
    budget,
    profile,
    config,
    refusals,
    new ProviderCallLog(registry),
  );
  const close = () => {
    pool.onApplicationShutdown();
    budget.onApplicationShutdown();
  };
  const orders = new HttpOrdersAdapter(client, profile);
  return { orders, payouts: new HttpPayoutsAdapter(client, profile), registry, close };
}

/** Returns a valid configuration for the provider, with dummy secrets. */
export function configFor(
  baseUrl: string,
  { timeoutMs = 2_000, requestsPerSecond = 10_000 }: TestedProviderOptions,
): Config {
  return loadConfig({
    PUBLIC_URL: 'http://localhost:3000',
    DATABASE_URL: 'postgres://purser:unused@localhost:5432/purser',
    ENCRYPTION_KEY: Buffer.from(Array.from({ length: 32 }, (_, byte) => byte)).toString('base64'),
    BOOTSTRAP_API_KEY: 'a-bootstrap-key-of-32-characters',
    ORDER_WEBHOOK_PATH_SECRET: 'webhook-path-secret-of-the-tests',
    PROVIDER_API_TOKEN: 'unused-token',
    WEBHOOK_SECRET: 'webhook-secret-of-the-tests',
    PROVIDER_BASE_URL: baseUrl,
    PROVIDER_TIMEOUT_MS: String(timeoutMs),
    PROVIDER_REQUESTS_PER_SECOND: String(requestsPerSecond),
  });
}
