import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DynamicModule, type LogLevel, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { findProjectRoot } from '../../dev/start/project-root.js';

export interface PayoutChecks {
  pollDue(): Promise<{ readonly more: boolean }>;
}

// The exports of a file in dist/. The file is imported by path, because the bench measures the shipped code and
// compiles none of it.
interface ConfigFile {
  readonly loadConfig: () => { readonly database: { readonly url: { reveal(): string } } };
}
interface MigrateFile {
  readonly migrate: (databaseUrl: string) => Promise<unknown>;
}
interface ModuleFile {
  readonly AppModule: { with(config: unknown): DynamicModule };
}
interface ChecksFile {
  readonly PollPayoutsService: Type<PayoutChecks>;
}

const LOGGED: LogLevel[] = ['fatal', 'error', 'warn'];

/**
 * Migrates the database and starts Purser's modules from `dist/` in this process. It opens no port, and with
 * `PURSER_ROLES=api` no tick runs by itself.
 * @throws Error if dist/ is missing or the database cannot be reached
 */
export async function openShippedChecks(): Promise<PayoutChecks> {
  const { loadConfig } = (await load('platform/config/config.js')) as ConfigFile;
  const { migrate } = (await load('platform/database/migrate.js')) as MigrateFile;
  const { AppModule } = (await load('app.module.js')) as ModuleFile;
  const { PollPayoutsService } = (await load('payouts/polling/poll-payouts.service.js')) as ChecksFile;
  const config = loadConfig();
  await migrate(config.database.url.reveal());
  const context = await NestFactory.createApplicationContext(AppModule.with(config), { logger: LOGGED });
  return context.get(PollPayoutsService, { strict: false });
}

async function load(path: string): Promise<unknown> {
  const file = join(findProjectRoot(), 'dist', path);
  if (!existsSync(file)) throw new Error(`dist/${path} is missing: run "npm run build" first.`);
  return import(pathToFileURL(file).href);
}
