import type { Express, RequestHandler } from 'express';
import { createServer } from 'node:http';

export interface LocalPage {
  readonly url: string;
  stop(): Promise<void>;
}

/** Rejects other host names: another site could point its own name at 127.0.0.1 and act with this page's rights. */
export const requireLocalName: RequestHandler = (request, response, next) => {
  if (['localhost', '127.0.0.1'].includes(request.hostname)) next();
  else response.sendStatus(403);
};

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
