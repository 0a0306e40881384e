import express, { type NextFunction, type Request, type Response } from 'express';
import { extname, join } from 'node:path';
import { type LocalPage, requireLocalName, serveLocally } from '../processes/local-page.js';
import { findProjectRoot } from '../start/project-root.js';
import { bundleConsole } from './console-bundle.js';
import { ConsoleSession } from './console-session.js';
import type { SignInLinks } from './sign-in-links.js';

export interface ConsoleOptions {
  readonly port: number;
  readonly graphqlUrl: string;
  readonly subscriptionUrl: string;
  readonly apiKey: string;
  /** Links to the dashboard and the console. This server serves them. */
  readonly signInLinks: SignInLinks;
}

/**
 * Serves GraphiQL on 127.0.0.1 with the API's URL and the API key filled in, for a developer's machine only. Every user
 * of the machine can reach the port, so the page needs a one-time link.
 */
export async function openConsole(options: ConsoleOptions): Promise<LocalPage> {
  const { port, signInLinks, ...settings } = options;
  const root = findProjectRoot();
  const pages = join(root, 'dev/console/page');
  const app = express();
  app.disable('x-powered-by');
  app.use(requireLocalName);
  app.use((_request: Request, response: Response, next: NextFunction) => {
    response.set({ 'Content-Security-Policy': contentPolicy(options), 'Cache-Control': 'no-store' });
    next();
  });
  const session = new ConsoleSession(options);
  app.use(signInLinks.routes(session));
  app.use(session.routes());
  app.use(session.require);
  app.get('/settings.json', (_request: Request, response: Response) => {
    response.json(settings);
  });
  let bundle: ReturnType<typeof bundleConsole> | undefined;
  app.get(/^\/[\w.]+\.(?:js|css)$/, async ({ path }: Request, response: Response) => {
    bundle ??= bundleConsole(root, pages);
    const content = (await bundle).get(path.slice(1));
    if (content === undefined) response.sendStatus(404);
    else response.type(extname(path)).send(Buffer.from(content));
  });
  app.get('/', (_request: Request, response: Response) => {
    response.sendFile('index.html', { root: pages });
  });
  return serveLocally(app, port);
}

function contentPolicy({ graphqlUrl, subscriptionUrl }: ConsoleOptions): string {
  const api = `${new URL(graphqlUrl).origin} ${new URL(subscriptionUrl).origin}`;
  return [
    "default-src 'self'",
    `connect-src 'self' ${api}`,
    // GraphiQL's editor Monaco uses style attributes, and the bundle embeds its font and images.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
