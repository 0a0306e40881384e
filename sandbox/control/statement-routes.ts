import { z } from 'zod';
import { type Answer, httpAnswer, refusalAnswer } from '../http/answer.js';
import { problemAnswer } from '../http/problem-answer.js';
import type { Call, Route } from '../http/route.js';
import type { MerchantDirectory } from '../merchants/merchant-directory.js';
import type { PayoutRegister } from '../payouts/payout-register.js';
import { payoutStatement } from '../payouts/payout-statement.js';

interface StatementParts {
  readonly payouts: PayoutRegister;
  readonly merchants: MerchantDirectory;
}

const statementQuerySchema = z.strictObject({
  merchantId: z.uuid().optional(),
  from: z.iso.datetime().optional(),
  requisites: z.enum(['masked', 'full']).default('masked'),
});

export function statementRoutes(parts: StatementParts): Route[] {
  return [{ method: 'get', path: '/control/statement', booked: false, respond: (call) => download(parts, call) }];
}

function download({ payouts, merchants }: StatementParts, { query }: Call): Answer {
  const wanted = statementQuerySchema.safeParse({
    merchantId: query('merchantId'),
    from: query('from'),
    requisites: query('requisites'),
  });
  if (!wanted.success) return problemAnswer(wanted.error);
  const { merchantId: wantedId, from, requisites } = wanted.data;
  const merchant = merchants.list().find(({ merchantId }) => (wantedId ?? merchantId) === merchantId);
  if (merchant === undefined) return refusalAnswer({ status: 404, message: 'There is no such merchant.' });
  const own = payouts
    .list()
    .map(({ payout }) => payout)
    .filter(({ merchantId, createdAt }) => merchantId === merchant.merchantId && createdAt >= (from ?? ''));
  return httpAnswer({
    status: 200,
    contentType: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': 'attachment; filename="statement.csv"' },
    body: payoutStatement(own, requisites),
  });
}
