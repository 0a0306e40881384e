import { randomUUID } from 'node:crypto';
import { type HttpAnswer, httpAnswer, jsonAnswer } from '../http/answer.js';
import { oneMore } from '../orders/order-amount.decimal.js';
import type { WireOrder } from '../orders/order.schema.js';
import type { MalformedVariant } from './fault-rule.schema.js';

const HUGE_CHUNK = 'x'.repeat(64 * 1024);
/** 40 chunks of 64 KiB: 2.5 MiB, over the 1 or 2 MiB at which clients commonly stop reading. */
const HUGE_CHUNKS = 40;

/** An answer that claims success with the given status, about this order, and is wrong in one way. */
export function malformedAnswer({
  variant,
  status,
  order,
}: {
  variant: MalformedVariant;
  status: number;
  order: WireOrder;
}): HttpAnswer {
  const json = JSON.stringify(order);
  const { id, ...rest } = order;
  const contentType = 'application/json; charset=utf-8';
  switch (variant) {
    case 'truncatedJson':
      return httpAnswer({ status, contentType, body: json.slice(0, json.length / 2) });
    case 'notJson':
      return httpAnswer({ status, contentType, body: 'OK' });
    case 'wrongContentType':
      return httpAnswer({ status, contentType: 'text/html; charset=utf-8', body: json });
    case 'noId':
      return jsonAnswer({ status, body: rest });
    case 'invalidId':
      return jsonAnswer({ status, body: { ...order, id: 'not-a-uuid' } });
    case 'otherId':
      return jsonAnswer({ status, body: { ...order, id: randomUUID() } });
    case 'wrongAmount':
      return jsonAnswer({ status, body: { ...order, amount: oneMore(order.amount) } });
    case 'wrongExternalId':
      return jsonAnswer({ status, body: { ...order, externalId: `${order.externalId}-other` } });
    case 'nullFields':
      return jsonAnswer({ status, body: { ...Object.fromEntries(Object.keys(rest).map((key) => [key, null])), id } });
    case 'hugeBody':
      return httpAnswer({ status, contentType, body: paddedJson(json) });
  }
}

/** The order as valid JSON with a long extra field: only a limit on the size of the answer stops it. */
function* paddedJson(json: string): Generator<string> {
  yield `${json.slice(0, -1)},"padding":"`;
  for (let chunk = 0; chunk < HUGE_CHUNKS; chunk += 1) yield HUGE_CHUNK;
  yield '"}';
}
