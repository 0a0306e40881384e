import { type Request, type Response, Router } from 'express';
import type { z } from 'zod';
import { OwnOrders } from './own-orders.js';
import { type PayerError, payerError, toPayerErrors } from './payer-texts.js';
import { createOrder, type Payload, retryOrder, submitCard, submitCode } from './payment-calls.js';
import { streamPayment } from './payment-stream.js';
import { NoAnswer, type PurserApi } from './purser-api.js';
import { attemptBody, cardBody, codeBody, emptyBody, readBody } from './request-body.js';
import { fromOwnPage } from './request-guards.js';

/** Each stream uses one of the twenty sockets that Purser allows per address. The rest are for the console. */
const MOST_STREAMS = 12;

/** The answer to every request of the page. Refusals are also answers: a 200 with `errors`. */
interface PageAnswer {
  /** The order with which the page continues, if a new one was created. */
  readonly orderId?: string;
  readonly errors: readonly PayerError[];
}

/** Routes of the shop's page. The browser sends an order's id and never a price or a method. */
export function paymentRoutes(api: PurserApi): Router {
  const orders = new OwnOrders();
  const router = Router();
  let streams = 0;

  const newOrder = ({ order, userErrors }: Payload): PageAnswer => {
    if (order === null || userErrors.length > 0) return { errors: userErrors.map(({ code }) => payerError(code)) };
    orders.add(order.id);
    return { orderId: order.id, errors: [] };
  };
  const result = ({ userErrors }: Payload): PageAnswer => ({ errors: toPayerErrors(userErrors) });

  router.param('id', (_request, response, next, id: string) => {
    if (orders.has(id)) next();
    else response.sendStatus(404);
  });
  router.post('/orders', ...fromOwnPage, (request, response) =>
    answer({ request, response, shape: attemptBody }, async ({ attempt }) => newOrder(await createOrder(api, attempt))),
  );
  router.post('/orders/:id/card', ...fromOwnPage, (request, response) =>
    answer({ request, response, shape: cardBody }, async (card, id) => result(await submitCard(api, id, card))),
  );
  router.post('/orders/:id/code', ...fromOwnPage, (request, response) =>
    answer({ request, response, shape: codeBody }, async ({ code }, id) => result(await submitCode(api, id, code))),
  );
  router.post('/orders/:id/retry', ...fromOwnPage, (request, response) =>
    answer({ request, response, shape: emptyBody }, async (_nothing, id) => newOrder(await retryOrder(api, id))),
  );
  router.get('/orders/:id/events', async (request, response) => {
    if (streams >= MOST_STREAMS) {
      response.sendStatus(503);
      return;
    }
    streams += 1;
    response.once('close', () => (streams -= 1));
    await streamPayment(api, request.params.id, { lastEventId: request.get('last-event-id'), response });
  });
  return router;
}

async function answer<T>(
  {
    request,
    response,
    shape,
  }: { readonly request: Request; readonly response: Response; readonly shape: z.ZodType<T> },
  act: (body: T, orderId: string) => Promise<PageAnswer>,
): Promise<void> {
  const body = readBody(shape, request.body);
  const { id } = request.params;
  if (body.kind === 'strange') response.sendStatus(400);
  else if (body.kind === 'incomplete') response.json({ errors: body.errors } satisfies PageAnswer);
  else response.json(await attempt(() => act(body.value, typeof id === 'string' ? id : '')));
}

/** Tells the page if Purser gave no answer. The page may then repeat the request, which duplicates no order or card. */
async function attempt(act: () => Promise<PageAnswer>): Promise<PageAnswer> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof NoAnswer) return { errors: [payerError('NO_ANSWER')] };
    throw error;
  }
}
