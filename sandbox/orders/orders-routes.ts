import { randomUUID } from 'node:crypto';
import { type Answer, jsonAnswer, refusalAnswer } from '../http/answer.js';
import { problemAnswer } from '../http/problem-answer.js';
import type { Call, Route } from '../http/route.js';
import type { RecordOf } from '../book/book-record.schema.js';
import type { Book } from '../book/book.js';
import { maskCard } from '../cards/masked-card.schema.js';
import { testCardOf } from '../cards/test-card.table.js';
import { faultyCreateAnswer, isAccepted } from '../faults/create-answers.js';
import type { FaultShelf } from '../faults/fault-shelf.js';
import { faultyReadAnswer } from '../faults/read-answers.js';
import { asMerchant } from '../merchants/merchant-access.js';
import type { Merchant, MerchantDirectory } from '../merchants/merchant-directory.js';
import { validatePayIn } from '../terminals/pay-in-method.js';
import { type OrderCreation, readOrderCreation } from './order-creation.schema.js';
import type { OrderRegister, Outcome } from './order-register.js';
import { type Order, toWireOrder } from './order.schema.js';

interface OrderParts {
  readonly merchants: MerchantDirectory;
  readonly book: Book;
  readonly register: OrderRegister;
  readonly faults: FaultShelf;
  readonly baseUrl: string;
}

export function orderRoutes(parts: OrderParts): Route[] {
  const { merchants } = parts;
  return [
    {
      method: 'post',
      path: '/v1/orders',
      booked: true,
      respond: (call) => asMerchant({ merchants, call, respond: (merchant) => createOrder({ parts, call, merchant }) }),
    },
    {
      method: 'get',
      path: '/v1/orders/{orderId}',
      booked: true,
      respond: (call) => asMerchant({ merchants, call, respond: (merchant) => readOrder({ parts, call, merchant }) }),
    },
  ];
}

async function createOrder({
  parts: { register, book, faults, baseUrl },
  call,
  merchant,
}: {
  parts: OrderParts;
  call: Call;
  merchant: Merchant;
}): Promise<Answer> {
  const body = await call.readJson();
  const terminal = book.terminals.of(merchant.merchantId);
  const request = readOrderCreation({ body, terminal });
  if ('problem' in request) return problemAnswer(request.problem);

  const { creation } = request;
  const { extraParams = null, customer = {}, card } = creation;
  const validation =
    card === undefined
      ? validatePayIn({ extraParams, customer, terminal })
      : { method: 'card' as const, declineReason: null };
  const order = register.draft({ merchant, creation, validation });
  const wireOrder = toWireOrder({ order, baseUrl });
  const create = () =>
    register.create({ order, card: receiptOf({ order, creation }), outcome: outcomeOf({ order, creation }) });
  // The fault is taken only now, because a request that is refused anyway must not use one up.
  const rule = faults.take({ on: 'createOrder', target: order });
  if (rule === null) {
    await create();
    if (card === undefined || testCardOf(card.cardNumber).losesAnswer !== true) {
      return jsonAnswer({ status: 201, body: wireOrder });
    }
    call.visit.fault = 'answerLost';
    return { kind: 'drop' };
  }

  call.visit.fault = rule.fault;
  if (isAccepted(rule)) await create();
  if (rule.fault === 'webhookBeforeAnswer') await register.finishByFault(order.id);
  return faultyCreateAnswer({ rule, echo: wireOrder, otherId: randomUUID() });
}

/** Returns the parts of an order's card that the book stores. */
function receiptOf({
  order: { id: orderId, createdAt: at },
  creation: { card },
}: {
  order: Order;
  creation: OrderCreation;
}): RecordOf<'card.received'> | null {
  return card === undefined
    ? null
    : { type: 'card.received', at, orderId, via: 'order', outcome: 'taken', ...maskCard(card.cardNumber) };
}

/** Returns the outcome that needs no payer: the terminal declines the order, or its card decides. */
function outcomeOf({
  order: { declineReason },
  creation: { card },
}: {
  order: Order;
  creation: OrderCreation;
}): Outcome | null {
  if (declineReason !== null) return { to: 'DECLINED', cause: 'terminal' };
  const to = card === undefined ? null : testCardOf(card.cardNumber).inOrder;
  return to === null ? null : { to, cause: 'card' };
}

function readOrder({
  parts: { register, faults, baseUrl },
  call,
  merchant,
}: {
  parts: OrderParts;
  call: Call;
  merchant: Merchant;
}): Answer {
  const order = register.find(call.param('orderId'))?.order;
  if (order?.merchantId !== merchant.merchantId) {
    return refusalAnswer({ status: 404, message: 'The merchant has no such order.' });
  }
  const wireOrder = toWireOrder({ order, baseUrl });
  const rule = faults.take({ on: 'readOrder', target: order });
  if (rule === null) return jsonAnswer({ status: 200, body: wireOrder });
  call.visit.fault = rule.fault;
  return faultyReadAnswer({ rule, echo: wireOrder, otherId: randomUUID() });
}
