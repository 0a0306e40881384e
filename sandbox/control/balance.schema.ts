import { z } from 'zod';
import { amountPattern } from '../money/amount-decimal.js';

export const balanceChangeSchema = z.strictObject({
  merchantId: z.uuid().optional().describe('Every merchant, when it is left out.'),
  currency: z.string().regex(/^[A-Z]{3}$/, { error: 'must be three upper-case letters' }),
  amount: z.string().regex(amountPattern, { error: 'must be a decimal string, without sign' }),
});
