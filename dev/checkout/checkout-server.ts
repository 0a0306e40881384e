import express, { type NextFunction, type Request, type Response } from 'express';
import { join } from 'node:path';
import { type LocalPage, requireLocalName, serveLocally } from '../processes/local-page.js';
import { findProjectRoot } from '../start/project-root.js';
import { paymentRoutes } from './payment-routes.js';
import { PurserApi, type PurserAddress } from './purser-api.js';
import { sendSafetyHeaders } from './request-guards.js';
import { shopPage } from './shop-page.js';
import { testCardRoutes } from './test-card-routes.js';

export interface CheckoutOptions extends PurserAddress {
  readonly port: number;
  readonly sandboxUrl: string;
}

/** Files that the page loads. No other file in the folder is served. */
const PAGE_FILES = ['checkout.css', 'checkout.mjs', 'form-fields.mjs', 'payment-view.mjs', 'test-cards.mjs'];

/**
 * Serves a sample shop on 127.0.0.1 that accepts cards on its own page. Like a merchant's backend it holds the API key
 * and the price, forwards a card unread, and shows the payer Purser's results. For a developer's machine only.
 */
export async function openCheckout({ port, sandboxUrl, ...purser }: CheckoutOptions): Promise<LocalPage> {
  const files = join(findProjectRoot(), 'dev/checkout/page');
  const app = express();
  app.disable('x-powered-by');
  app.use(requireLocalName, sendSafetyHeaders);
  app.get('/', (_request, response) => {
    response.type('html').send(shopPage());
  });
  for (const name of PAGE_FILES) {
    app.get(`/page/${name}`, (_request, response) => {
      response.sendFile(name, { root: files, cacheControl: false });
    });
  }
  app.use(testCardRoutes(sandboxUrl));
  app.use(paymentRoutes(new PurserApi(purser)));
  app.use(failQuietly);
  return serveLocally(app, port);
}

/** Hides errors from the page and the log: they may quote the request. */
function failQuietly(_error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  if (response.headersSent) response.end();
  else response.sendStatus(500);
}
