import { DataSource } from 'typeorm';
import { ApiKeyEntity } from '../../src/access/persistence/api-key.entity.js';
import { AccountEntity } from '../../src/accounts/account.entity.js';
import { loadConfig } from '../../src/config/config.js';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { LedgerEntryEntity } from '../../src/ledger/persistence/ledger-entry.entity.js';
import { OrderEntity } from '../../src/orders/persistence/order.entity.js';
import { WebhookEventEntity } from '../../src/webhooks/persistence/webhook-event.entity.js';
import { TEST_SETTINGS } from '../support/purser.js';

/** A data source as the application has it, without the application. */
export function connectAsApplication(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<DataSource> {
  const config = loadConfig({ ...TEST_SETTINGS, DATABASE_URL: databaseUrl, ...settings });
  const entities = [AccountEntity, ApiKeyEntity, LedgerEntryEntity, OrderEntity, WebhookEventEntity];
  return new DataSource({ ...dataSourceOptions(config), entities }).initialize();
}
