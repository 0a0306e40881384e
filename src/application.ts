import 'reflect-metadata';
import type { Server } from 'node:http';
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { Config } from './config/config.js';
import { migrate } from './database/migrate.js';
import { configureHttp } from './graphql/http/configure-http.js';
import { LimitedExpressAdapter } from './graphql/http/http-adapter.js';
import { SubscriptionsServer } from './graphql/subscriptions/subscriptions.server.js';

/**
 * Migrates the database and starts Purser.
 *
 * @returns the listening application; `close()` lets the work in hand finish
 */
export async function startApplication(config: Config, logger: LoggerService): Promise<NestExpressApplication> {
  const migrations = await migrate(config.database.url.reveal());
  for (const migration of migrations) logger.log({ event: 'migrated', migration }, 'Migrations');

  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config), new LimitedExpressAdapter(), {
    bodyParser: false,
    logger,
    // A failed boot is reported by the caller, who also decides on the exit code.
    abortOnError: false,
  });
  configureHttp(app, config);
  await app.init();
  app.get(SubscriptionsServer).attach(app.getHttpServer() as Server);
  await app.listen(config.http.port, config.http.host);
  return app;
}
