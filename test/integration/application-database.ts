import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { loadConfig } from '../../src/platform/config/config.js';
import { dataSourceOptions, PurserDataSource } from '../../src/platform/database/connection/data-source.js';
import { TEST_SETTINGS } from '../support/purser.js';

// As they ship. That the modules register each of them is for entities.spec.ts to say.
const ENTITIES = join(__dirname, '../../dist/**/*.entity.js');

/** A data source as the application has it, without the application. */
export function connectAsApplication(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<DataSource> {
  const config = loadConfig({ ...TEST_SETTINGS, DATABASE_URL: databaseUrl, ...settings });
  return new PurserDataSource({ ...dataSourceOptions(config), entities: [ENTITIES] }).initialize();
}
