import 'reflect-metadata';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { Config } from './config/config.js';
import { isVerifiedConnection } from './config/verified-connection.js';
import { serveDashboard } from './dashboard-pages.js';
import { mayRewriteHistory } from './database/connection/application-role.js';
import { waitForDatabase } from './database/connection/database-wait.js';
import { checkEncryptionKey } from './database/encryption-check.js';
import { migrate } from './database/migrate.js';
import { checkSessionLimits } from './database/connection/session-limits.js';
import { configureHttp } from './graphql/http/configure-http.js';
import { LimitedExpressAdapter } from './graphql/http/http-adapter.js';
import { SubscriptionsServer } from './graphql/subscriptions/subscriptions-server.js';

/**
 * Waits for the database, migrates it and starts Purser.
 *
 * @returns the listening application; `close()` lets the work in hand finish
 */
export async function startApplication(config: Config, logger: LoggerService): Promise<NestExpressApplication> {
  const { url, directUrl, ownerUrl, isPooled } = config.database;
  const addresses = {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: isPooled ? directUrl : null,
    DATABASE_OWNER_URL: ownerUrl,
  };
  for (const [variable, address] of Object.entries(addresses)) {
    if (!address) continue;
    if (!isVerifiedConnection(address.reveal())) {
      logger.warn({ event: 'database_connection_not_verified', variable }, 'Migrations');
    }
    await waitForDatabase({ variable, url: address.reveal() }, logger);
  }
  const migrations = await migrate(directUrl.reveal(), ownerUrl?.reveal(), (holderPid) => {
    logger.warn({ event: 'waiting_for_migration', holderPid }, 'Migrations');
  });
  for (const migration of migrations) logger.log({ event: 'migrated', migration }, 'Migrations');
  if (await mayRewriteHistory(url.reveal())) {
    // Anybody who asked for two roles must not be left with one.
    if (ownerUrl) throw new Error('The role of DATABASE_URL may change the audit log in spite of DATABASE_OWNER_URL');
    logger.log({ event: 'database_has_one_role' }, 'Migrations');
  }

  await checkSessionLimits(config);
  await checkEncryptionKey(config);

  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config), new LimitedExpressAdapter(), {
    bodyParser: false,
    logger,
    // A failed boot is reported by the caller, who also decides on the exit code.
    abortOnError: false,
  });
  try {
    configureHttp(app, config);
    if (config.roles.api) serveDashboard(app);
    else app.use(serveHealthOnly);
    await app.init();
    if (config.roles.api) app.get(SubscriptionsServer).attach(app.getHttpServer());
    await app.listen(config.http.port, config.http.host);
  } catch (error) {
    // Resources opened already must not outlive a boot that failed.
    await app.close().catch(() => undefined);
    throw error;
  }
  return app;
}

/** A worker answers whoever watches over it, and nobody else. */
function serveHealthOnly(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (request.url === '/healthz' || request.url === '/readyz') next();
  else response.writeHead(404).end();
}
