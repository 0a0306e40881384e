import type { Abstract, LoggerService, Type } from '@nestjs/common';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import type { GraphQLSchema } from 'graphql';
import { startApplication } from '../../src/application.js';
import { loadConfig } from '../../src/platform/config/config.js';
import type { Extra } from '../../src/platform/config/extra.js';
import { GraphqlClient } from './graphql-client.js';
import { behindPooler, isPooled } from './pooler.js';
import { OPERATOR_API_KEY, TEST_SETTINGS } from './settings.js';

export { APPROVER_API_KEY, OPERATOR_API_KEY, TEST_SETTINGS } from './settings.js';

export interface RaisedAlarm {
  readonly alarm: string;
  readonly payoutId?: string;
  readonly orderId?: string;
  readonly kind?: string;
}

export interface TestPurser {
  readonly url: string;
  readonly orderWebhookUrl: string;
  /** The served schema, with the extensions of its fields. */
  readonly schema: GraphQLSchema;
  /** The API with the key of an operator, who creates orders and payouts. */
  readonly api: GraphqlClient;
  /** The API with the bootstrap key, which administers and audits. */
  readonly admin: GraphqlClient;
  /** The API with the key of a second person, who approves. */
  readonly approver: GraphqlClient;
  as(apiKey: string): GraphqlClient;
  /** Returns the alarms raised so far, oldest first. */
  alarms(): readonly RaisedAlarm[];
  /** Everything logged, one text per event. */
  readonly logLines: readonly string[];
  /** Returns a service of the running application, for example to run a tick's work immediately. */
  service<Service>(type: Type<Service> | Abstract<Service>): Service;
  close(): Promise<void>;
}

type Settings = Readonly<Record<string, string>> & { readonly DATABASE_URL: string };

/**
 * Starts Purser in this process on a free port; with `npm run test:pooler`, also a second replica. Only specs in
 * `test/extras` use extras; all others show that Purser works without them.
 */
export async function startPurser(settings: Settings, extras: readonly Extra[] = []): Promise<TestPurser> {
  const all = behindPooler({ ...TEST_SETTINGS, ...settings });
  const config = loadConfig(all);
  const logLines: string[] = [];
  const app = await startApplication(config, collectingLogger(logLines), extras);
  const replica = isPooled(all)
    ? await startApplication(loadConfig({ ...all, PORT: '0' }), collectingLogger(logLines), extras)
    : null;
  const url = await app.getUrl();
  return {
    url,
    orderWebhookUrl: `${url}/webhooks/orders/${config.orders.webhookPathSecret.reveal()}`,
    schema: app.get(GraphQLSchemaHost, { strict: false }).schema,
    api: new GraphqlClient({ url, apiKey: OPERATOR_API_KEY }),
    admin: new GraphqlClient({ url, apiKey: config.bootstrap.apiKey.reveal() }),
    approver: new GraphqlClient({ url, apiKey: config.bootstrap.approverApiKey?.reveal() ?? '' }),
    as: (apiKey) => new GraphqlClient({ url, apiKey }),
    alarms: () => logLines.flatMap(alarmsIn),
    logLines,
    service: (type) => app.get(type, { strict: false }),
    close: async () => {
      await replica?.close();
      await app.close();
    },
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
