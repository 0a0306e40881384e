import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally, stopListening } from '../http/local-listener.js';

export interface ArrivedWebhook {
  readonly path: string;
  readonly body: string;
  readonly bodySha256: string;
  readonly headers: IncomingHttpHeaders;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly arrived: readonly ArrivedWebhook[];
  close(): Promise<void>;
}

/** Starts a receiver that answers with these statuses in order, then with 200. */
export async function startWebhookReceiver({
  answers = [],
}: { answers?: readonly number[] } = {}): Promise<WebhookReceiver> {
  const arrived: ArrivedWebhook[] = [];
  const statuses = answers.values();
  const { server, baseUrl } = await listenLocally(0);
  server.on('request', (request, response) => {
    void text(request).then((body) => {
      const bodySha256 = createHash('sha256').update(body).digest('hex');
      arrived.push({ path: request.url ?? '', body, bodySha256, headers: request.headers });
      response.writeHead(statuses.next().value ?? 200).end();
    });
  });
  return { url: `${baseUrl}/webhooks/orders/a-secret`, arrived, close: () => stopListening(server) };
}
