import { randomUUID } from 'node:crypto';
import { type Answer, jsonAnswer, refusalAnswer } from '../http/answer.js';
import { problemAnswer } from '../http/problem.answer.js';
import type { Call, Route } from '../http/route.js';
import { faultyCreateAnswer, isAccepted } from '../faults/create.answers.js';
import type { FaultShelf } from '../faults/fault.shelf.js';
import { faultyReadAnswer } from '../faults/read.answers.js';
import { asMerchant } from '../merchants/merchant.access.js';
import type { Merchant, MerchantDirectory } from '../merchants/merchant.directory.js';
import { orderCreationSchema } from './order-creation.schema.js';
import type { OrderRegister } from './order.register.js';
import { toWireOrder } from './order.schema.js';

interface OrderParts {
  readonly merchants: MerchantDirectory;
  readonly register: OrderRegister;
  readonly faults: FaultShelf;
  readonly baseUrl: string;
}

/** The order side of the provider's API. */
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
  parts: { register, faults, baseUrl },
  call,
  merchant,
}: {
  parts: OrderParts;
  call: Call;
  merchant: Merchant;
}): Promise<Answer> {
  const creation = orderCreationSchema.safeParse(await call.readJson());
  if (!creation.success) return problemAnswer(creation.error);

  const order = register.draft({ merchant, creation: creation.data });
  const wireOrder = toWireOrder({ order, baseUrl });
  // Taken only now: a request that would be refused anyway must not use a fault up.
  const rule = faults.take({ on: 'createOrder', target: order });
  if (rule === null) {
    await register.create(order);
    return jsonAnswer({ status: 201, body: wireOrder });
  }

  call.visit.fault = rule.fault;
  if (isAccepted(rule)) await register.create(order);
  if (rule.fault === 'webhookBeforeAnswer') {
    const outcome = await register.move({ orderId: order.id, to: 'PAID', cause: 'fault' });
    if (outcome.kind === 'moved') await outcome.webhookCalled;
  }
  return faultyCreateAnswer({ rule, echo: wireOrder, otherId: randomUUID() });
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
