import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RecordOf } from '../book/book-record.schema.js';
import type { Book } from '../book/book.js';
import { type Answer, jsonAnswer, refusalAnswer } from '../http/answer.js';
import { problemAnswer } from '../http/problem-answer.js';
import type { Call, Route } from '../http/route.js';
import type { MerchantSettings } from '../webhooks/merchant-settings.js';
import type { WebhookDispatcher } from '../webhooks/webhook-dispatcher.js';
import { forgedWebhookSchema } from './webhook-control.schema.js';

/** 30 s, because HTTP clients and test runners commonly give up later. */
const LONGEST_IDLE_WAIT_MS = 30_000;

interface WebhookControlParts {
  readonly book: Book;
  readonly dispatcher: WebhookDispatcher;
  readonly settings: MerchantSettings;
  readonly closing: AbortSignal;
}

/** Sends forged webhooks, lists acknowledged ones and waits until none is pending. */
export function webhookControlRoutes(parts: WebhookControlParts): Route[] {
  return [
    { method: 'post', path: '/control/webhooks', booked: false, respond: (call) => forgeWebhooks({ parts, call }) },
    {
      method: 'get',
      path: '/control/acknowledgements',
      booked: false,
      respond: () => jsonAnswer({ status: 200, body: { acknowledgements: parts.book.acknowledgements.list() } }),
    },
    { method: 'get', path: '/control/idle', booked: false, respond: () => awaitIdle(parts) },
  ];
}

async function forgeWebhooks({ parts, call }: { parts: WebhookControlParts; call: Call }): Promise<Answer> {
  const forged = forgedWebhookSchema.safeParse(await call.readJson());
  if (!forged.success) return problemAnswer(forged.error);
  if (parts.settings.orderWebhookUrl === null) {
    return refusalAnswer({ status: 409, message: 'No address for order webhooks is set.' });
  }
  const { body, count } = forged.data;
  const at = new Date().toISOString();
  const records = Array.from({ length: count }, (): RecordOf<'webhook.queued'> => ({
    type: 'webhook.queued',
    at,
    id: randomUUID(),
    orderId: null,
    payoutId: null,
    callbackUrl: null,
    signature: 'none',
    body,
    fault: null,
    dueAt: at,
  }));
  await parts.book.write(...records);
  void parts.dispatcher.dispatch(records);
  return jsonAnswer({ status: 202, body: { ids: records.map(({ id }) => id) } });
}

async function awaitIdle({ dispatcher, closing }: WebhookControlParts): Promise<Answer> {
  const answered = new AbortController();
  const signal = AbortSignal.any([answered.signal, closing]);
  const isIdle = await Promise.race([
    dispatcher.idle().then(() => true),
    wait(LONGEST_IDLE_WAIT_MS, false, { signal, ref: false }).catch(() => false),
  ]);
  answered.abort();
  return jsonAnswer({ status: 200, body: { idle: isIdle } });
}
