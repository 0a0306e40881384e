import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { loadConfig } from '../../src/platform/config/config.js';
import { dataSourceOptions, PurserDataSource } from '../../src/platform/database/connection/data-source.js';
import { TEST_SETTINGS } from '../support/purser.js';

// The compiled entities, as they ship. entities.spec.ts tests that the modules register each of them.
const ENTITIES = join(__dirname, '../../dist/**/*.entity.js');

/** Connects to a database with the application's settings and entities, without starting the application. */
export function connectAsApplication(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<DataSource> {
  const config = loadConfig({ ...TEST_SETTINGS, DATABASE_URL: databaseUrl, ...settings });
  return new PurserDataSource({ ...dataSourceOptions(config), entities: [ENTITIES] }).initialize();
}
