import 'reflect-metadata';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { QueryFailedError } from 'typeorm';
import { AppModule } from './app.module.js';
import type { Config } from './platform/config/config.js';
import { chooseExtras, type Extra } from './platform/config/extra.js';
import { explainListenError } from './platform/config/start-error.js';
import { serveDashboard } from './desk/dashboard-pages.js';
import { prepareDatabase } from './platform/database/prepare-database.js';
import { StartPatience } from './platform/database/connection/start-patience.js';
import { explainDatabaseError } from './platform/database/checks/database-errors.js';
import type { DirectRoute } from './platform/graphql/http/front-door.js';
import { GraphqlRoute } from './platform/graphql/http/graphql.route.js';
import { configureHttp } from './platform/graphql/http/configure-http.js';
import { LimitedExpressAdapter } from './platform/graphql/http/http-adapter.js';
import { OrderWebhooksRoute } from './webhooks/delivery/order-webhooks.route.js';
import { PayoutWebhooksRoute } from './webhooks/delivery/payout-webhooks.route.js';
import { SubscriptionsServer } from './platform/graphql/subscriptions/subscriptions-server.js';

const DIRECT_ROUTES = [GraphqlRoute, OrderWebhooksRoute, PayoutWebhooksRoute];

// The dashboard's pages, which the build puts next to the bundle.
const PAGES = fileURLToPath(new URL('dashboard', import.meta.url));

/**
 * Waits for the database, migrates it and starts Purser. Starts again from the beginning if the database disappears
 * meanwhile.
 * @param built the extras in this build
 * @returns the listening application; its `close()` waits for running work
 */
export async function startApplication(
  config: Config,
  logger: LoggerService,
  built: readonly Extra[] = [],
): Promise<NestExpressApplication> {
  const extras = chooseExtras(config, built);
  const patience = new StartPatience(logger);
  return patience.outlast(async () => {
    await prepareDatabase(config, logger, patience);
    for (const { prepare } of extras) await prepare?.(config, logger);
    return openApplication(config, logger, extras);
  });
}

async function openApplication(
  config: Config,
  logger: LoggerService,
  extras: readonly Extra[],
): Promise<NestExpressApplication> {
  const adapter = new LimitedExpressAdapter(config);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(config, extras), adapter, {
    bodyParser: false,
    logger,
    // Lets Nest throw instead of exiting: the caller reports a failed start and chooses the exit code.
    abortOnError: false,
  });
  try {
    configureHttp(app, config);
    if (config.roles.api) serveDashboard(app, PAGES, config.http.ownOrigin);
    else app.use(serveHealthOnly);
    await app.init();
    if (config.roles.api) {
      for (const route of DIRECT_ROUTES) adapter.serveDirectly(app.get<DirectRoute>(route, { strict: false }));
      app.get(SubscriptionsServer).attach(app.getHttpServer());
    }
    await app.listen(config.http.port, config.http.host).catch((error: unknown) => {
      throw explainListenError(error, { portVariable: 'PORT', hostVariable: 'HOST' });
    });
  } catch (error) {
    // Closes everything that was opened before the start failed.
    await app.close().catch(() => undefined);
    throw error instanceof QueryFailedError
      ? explainDatabaseError(error, { variable: 'DATABASE_URL', url: config.database.url.reveal() })
      : error;
  }
  return app;
}

/** Worker processes serve only the health endpoints. */
function serveHealthOnly(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  if (request.url === '/healthz' || request.url === '/readyz') next();
  else response.writeHead(404).end();
}
