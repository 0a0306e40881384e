import type { Book } from '../book/book.js';
import { type Answer, jsonAnswer, refusalAnswer } from '../http/answer.js';
import { problemAnswer } from '../http/problem-answer.js';
import type { Call, Route } from '../http/route.js';
import type { MerchantDirectory } from '../merchants/merchant-directory.js';
import { balanceChangeSchema } from './balance.schema.js';

interface BalanceParts {
  readonly book: Book;
  readonly merchants: MerchantDirectory;
}

export function balanceRoutes(parts: BalanceParts): Route[] {
  return [
    {
      method: 'get',
      path: '/control/balances',
      booked: false,
      respond: () => showBalances(parts),
    },
    { method: 'put', path: '/control/balances', booked: false, respond: (call) => setBalance({ parts, call }) },
  ];
}

function showBalances({ book }: BalanceParts): Answer {
  return jsonAnswer({ status: 200, body: { balances: book.balances.list() } });
}

async function setBalance({ parts, call }: { parts: BalanceParts; call: Call }): Promise<Answer> {
  const change = balanceChangeSchema.safeParse(await call.readJson());
  if (!change.success) return problemAnswer(change.error);
  const { currency, amount, merchantId: wanted } = change.data;
  const merchants = parts.merchants.list().filter(({ merchantId }) => (wanted ?? merchantId) === merchantId);
  if (merchants.length === 0) return refusalAnswer({ status: 404, message: 'There is no such merchant.' });
  const at = new Date().toISOString();
  await parts.book.write(
    ...merchants.map(({ merchantId }) => ({ type: 'balance.set' as const, at, merchantId, currency, amount })),
  );
  return showBalances(parts);
}
