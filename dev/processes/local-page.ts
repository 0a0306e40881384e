import type { Express, RequestHandler } from 'express';
import { createServer } from 'node:http';

/** A page for this machine's own browser. */
export interface LocalPage {
  readonly url: string;
  stop(): Promise<void>;
}

/** A page elsewhere can point its own name at 127.0.0.1, and would then be allowed what this one is. */
export const requireLocalName: RequestHandler = (request, response, next) => {
  if (['localhost', '127.0.0.1'].includes(request.hostname)) next();
  else response.sendStatus(403);
};

/** Serves an application on 127.0.0.1 until it is stopped. */
export async function serveLocally(app: Express, port: number): Promise<LocalPage> {
  const server = createServer((request, response) => void app(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://localhost:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        // A browser keeps its connections open for as long as the tab is.
        server.closeAllConnections();
      }),
  };
}
