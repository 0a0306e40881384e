import express, { type NextFunction, type Request, type Response } from 'express';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type LocalPage, requireLocalName, serveLocally } from '../processes/local-page.js';
import { findProjectRoot } from '../start/project-root.js';
import { ConsoleSession } from './console-session.js';
import type { SignInLinks } from './sign-in-links.js';

export interface ConsoleOptions {
  readonly port: number;
  readonly graphqlUrl: string;
  readonly subscriptionUrl: string;
  readonly apiKey: string;
  /** Of the dashboard and the console; their addresses are on this server. */
  readonly signInLinks: SignInLinks;
}

/** Browser builds inside npm packages: the page loads nothing from anywhere else, and works offline. */
const LIBRARIES: Readonly<Record<string, readonly [packageName: string, file: string]>> = {
  'react.js': ['react', 'umd/react.production.min.js'],
  'react-dom.js': ['react-dom', 'umd/react-dom.production.min.js'],
  'graphql-ws.js': ['graphql-ws', 'umd/graphql-ws.min.js'],
  'graphiql.js': ['graphiql', 'graphiql.min.js'],
  'graphiql.css': ['graphiql', 'graphiql.min.css'],
};

/**
 * Serves GraphiQL on 127.0.0.1, with the API's address and the API key filled in. For a developer's machine only. Every user of the machine
 * reaches the port, so the page opens with a one-time link.
 */
export async function openConsole(options: ConsoleOptions): Promise<LocalPage> {
  const { port, signInLinks, ...settings } = options;
  const pages = join(findProjectRoot(), 'dev/console/page');
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
  for (const [name, [packageName, file]] of Object.entries(LIBRARIES)) {
    app.get(`/libraries/${name}`, (_request: Request, response: Response) => {
      response.sendFile(file, { root: packageDirectory(packageName) });
    });
  }
  app.use(express.static(pages));
  return serveLocally(app, port);
}

function contentPolicy({ graphqlUrl, subscriptionUrl }: ConsoleOptions): string {
  const api = `${new URL(graphqlUrl).origin} ${new URL(subscriptionUrl).origin}`;
  return [
    "default-src 'self'",
    `connect-src 'self' ${api}`,
    // CodeMirror, GraphiQL's editor, positions everything by style attributes and embeds its font and images.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function packageDirectory(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
}
