import type { Refusal } from '../../common/refusal.js';
import type { OrderStatus } from './order-status.js';
import { statusWords } from '../../common/text/status-words.js';

export type ClosingRefusalCode = 'NOT_UNCONFIRMED' | 'TOO_EARLY';

const MINUTE_MS = 60_000;

interface Closable {
  readonly id: string;
  readonly status: OrderStatus;
  readonly createdAt: Date;
}

/**
 * Returns why people may not close an order as unpaid. Null if it is unconfirmed and the cool-off is over, after which
 * late answers and webhooks are unlikely.
 */
export function closingRefusal(
  { id, status, createdAt }: Closable,
  coolOffMinutes: number,
): Refusal<ClosingRefusalCode> | null {
  if (status !== 'UNCONFIRMED') {
    return {
      code: 'NOT_UNCONFIRMED',
      message: `Order ${id} is ${statusWords(status)}, which leaves nothing to settle.`,
    };
  }
  if (Date.now() - createdAt.getTime() >= coolOffMinutes * MINUTE_MS) return null;
  return { code: 'TOO_EARLY', message: 'Late answers and webhooks are still likely; close it after the cool-off.' };
}
