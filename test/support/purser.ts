import type { LoggerService, Type } from '@nestjs/common';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import type { GraphQLSchema } from 'graphql';
import { startApplication } from '../../src/application.js';
import { loadConfig } from '../../src/config/config.js';
import { GraphqlClient } from './graphql-client.js';

/** Key of a second person, which every test's Purser knows. */
export const APPROVER_API_KEY = 'pk_test_approver_0123456789abcdefghijklmnopq';

/** Settings of a test's Purser. Random-looking, fixed, and of no value anywhere else. */
export const TEST_SETTINGS = {
  HOST: '127.0.0.1',
  PORT: '0',
  PUBLIC_URL: 'http://127.0.0.1:3000',
  ENCRYPTION_KEY: 'N2Q5ZjE4YjQwYzZhMmU1M2Y4OTFkMDc2YjNlNGE1Yzg=',
  BOOTSTRAP_API_KEY: 'pk_test_0123456789abcdefghijklmnopqrstuvwxyz',
  APPROVER_API_KEY,
  PROVIDER_BASE_URL: 'http://127.0.0.1:9',
  PROVIDER_API_TOKEN: 'sandbox-token-of-the-tests',
  PROVIDER_TIMEOUT_MS: '1000',
  PROVIDER_REQUESTS_PER_SECOND: '10000',
  ORDER_WEBHOOK_PATH_SECRET: 'webhook-path-secret-of-the-tests-0123456789',
  WEBHOOK_SECRET: 'payout-webhook-secret-of-the-tests',
  GRAPHQL_INTROSPECTION: 'true',
  // Payouts move at once; the specs of policies set them, and one spec runs with the default.
  PAYOUT_APPROVERS_DEFAULT: '0',
  // One key and one address for everything that a spec does; the specs of the limits set their own.
  KEY_REQUESTS_PER_SECOND: '100000',
  KEY_REQUEST_BURST: '100000',
  FAILED_AUTHENTICATIONS_PER_MINUTE: '100000',
} as const;

export interface RaisedAlarm {
  readonly alarm: string;
  readonly payoutId?: string;
  readonly kind?: string;
}

export interface TestPurser {
  readonly url: string;
  readonly orderWebhookUrl: string;
  /** As it is served, with what its fields need in their extensions. */
  readonly schema: GraphQLSchema;
  readonly api: GraphqlClient;
  /** The API in the hands of a second person, who approves. */
  readonly approver: GraphqlClient;
  /** The same API in the hands of somebody with another key. */
  as(apiKey: string): GraphqlClient;
  /** The alarms raised so far, oldest first. */
  alarms(): readonly RaisedAlarm[];
  /** Everything that was logged, one text an event. */
  readonly logLines: readonly string[];
  /** A service of the running application, to do now what a tick does in its time. */
  service<Service>(type: Type<Service>): Service;
  close(): Promise<void>;
}

/** Starts Purser in this process on a free port. */
export async function startPurser(
  settings: Readonly<Record<string, string>> & { readonly DATABASE_URL: string },
): Promise<TestPurser> {
  const config = loadConfig({ ...TEST_SETTINGS, ...settings });
  const logLines: string[] = [];
  const app = await startApplication(config, collectingLogger(logLines));
  const url = await app.getUrl();
  return {
    url,
    orderWebhookUrl: `${url}/webhooks/orders/${config.orders.webhookPathSecret.reveal()}`,
    schema: app.get(GraphQLSchemaHost, { strict: false }).schema,
    api: new GraphqlClient({ url, apiKey: config.bootstrap.apiKey.reveal() }),
    approver: new GraphqlClient({ url, apiKey: config.bootstrap.approverApiKey?.reveal() ?? '' }),
    as: (apiKey) => new GraphqlClient({ url, apiKey }),
    alarms: () => logLines.flatMap(alarmsIn),
    logLines,
    service: (type) => app.get(type, { strict: false }),
    close: () => app.close(),
  };
}

function collectingLogger(lines: string[]): LoggerService {
  const collect = (...parts: unknown[]): void => {
    lines.push(JSON.stringify(parts, (_key, value: unknown) => (value instanceof Error ? String(value) : value)));
  };
  return { log: collect, error: collect, warn: collect, debug: collect, verbose: collect, fatal: collect };
}

function alarmsIn(line: string): RaisedAlarm[] {
  const parts = JSON.parse(line) as unknown[];
  return parts.filter((part): part is RaisedAlarm => typeof part === 'object' && part !== null && 'alarm' in part);
}
