import { type HttpAnswer, httpAnswer, jsonAnswer } from '../http/answer.js';
import { oneMore } from '../money/amount-decimal.js';
import type { WireOrder } from '../orders/order.schema.js';
import type { WirePayout } from '../payouts/payout.schema.js';
import type { MalformedVariant } from './fault-fields.schema.js';

/** The object in the correct answer. */
export type Echo = WireOrder | WirePayout;

const HUGE_CHUNK = 'x'.repeat(64 * 1024);
/** 40 chunks of 64 KiB make 2.5 MiB, above the 1 or 2 MiB at which clients commonly stop reading. */
const HUGE_CHUNKS = 40;

/** Builds an answer that claims success with the given status and has one flaw. */
export function malformedAnswer({
  variant,
  status,
  echo,
  otherId,
}: {
  variant: MalformedVariant;
  status: number;
  echo: Echo;
  otherId: string;
}): HttpAnswer {
  const json = JSON.stringify(echo);
  const { id, ...rest } = echo;
  const contentType = 'application/json; charset=utf-8';
  switch (variant) {
    case 'truncatedJson':
      return httpAnswer({ status, contentType, body: json.slice(0, json.length / 2) });
    case 'notJson':
      return httpAnswer({ status, contentType, body: 'OK' });
    case 'wrongContentType':
      return httpAnswer({ status, contentType: 'application/octet-stream', body: json });
    case 'noId':
      return jsonAnswer({ status, body: rest });
    case 'invalidId':
      return jsonAnswer({ status, body: { ...echo, id: 'not-a-uuid' } });
    case 'otherId':
      return jsonAnswer({ status, body: { ...echo, id: otherId } });
    case 'wrongAmount':
      return jsonAnswer({ status, body: { ...echo, amount: oneMore(echo.amount) } });
    case 'wrongExternalId':
      return jsonAnswer({ status, body: { ...echo, externalId: 'another-one' } });
    case 'wrongRequisites':
      return jsonAnswer({ status, body: { ...echo, account: { ...accountOf(echo), requisites: 'of-another-one' } } });
    case 'nullFields':
      return jsonAnswer({ status, body: { ...Object.fromEntries(Object.keys(rest).map((key) => [key, null])), id } });
    case 'hugeBody':
      return httpAnswer({ status, contentType, body: paddedJson(json) });
  }
}

/** Yields the object as valid JSON with a long extra field, so only a size limit rejects it. */
export function* paddedJson(json: string): Generator<string> {
  yield `${json.slice(0, -1)}${json === '{}' ? '' : ','}"padding":"`;
  for (let chunk = 0; chunk < HUGE_CHUNKS; chunk += 1) yield HUGE_CHUNK;
  yield '"}';
}

function accountOf(echo: Echo): WirePayout['account'] {
  return 'account' in echo ? echo.account : {};
}
