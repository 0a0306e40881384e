import type { ServerResponse } from 'node:http';
import { followingsOf, readPresent } from './payment-changes.js';
import type { PurserApi } from './purser-api.js';
import { parseEventId, type StreamPosition, toEventId } from './stream-position.js';

// The browser reconnects after this time: too short for a payer to notice, and long enough for Purser to restart.
const BACK_AFTER_MS = 1_000;

// Proxies cut connections that are silent for a minute.
const HEARTBEAT_MS = 20_000;

/**
 * Sends a payment's state to a browser by server-sent events, then every change. Each event's id is a position: after a
 * lost connection the browser sends it back and misses nothing. Without an id, as after a reload, the current state
 * comes first. Any failure ends the stream, and the browser reconnects.
 */
export async function streamPayment(
  api: PurserApi,
  orderId: string,
  { lastEventId, response }: { readonly lastEventId: string | undefined; readonly response: ServerResponse },
): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  const write = (text: string): void => {
    if (!response.writableEnded && !response.destroyed) response.write(text);
  };
  write(`retry: ${BACK_AFTER_MS}\n\n`);
  const stop = new AbortController();
  const heartbeat = setInterval(write, HEARTBEAT_MS, ':\n\n');
  response.once('close', () => {
    clearInterval(heartbeat);
    stop.abort();
  });

  let position: StreamPosition;
  const tell = (event: 'order' | 'card', update: object): void => {
    write(`id: ${toEventId(position)}\nevent: ${event}\ndata: ${JSON.stringify(update)}\n\n`);
  };
  const known = parseEventId(lastEventId);
  if (known === null) {
    const present = await readPresent(api, orderId).catch(() => null);
    if (present === null) {
      response.end();
      return;
    }
    position = present.position;
    tell('order', present.order);
    tell('card', present.card);
  } else {
    position = known;
  }
  if (stop.signal.aborted) return;

  const followings = followingsOf(orderId, position, {
    onOrder: (update, cursor) => {
      position = { ...position, order: cursor };
      tell('order', update);
    },
    onCard: (update, cursor) => {
      position = { ...position, card: cursor };
      tell('card', update);
    },
  });
  const following = api.follow(followings, () => response.end());
  stop.signal.addEventListener('abort', () => {
    following.close();
  });
}
