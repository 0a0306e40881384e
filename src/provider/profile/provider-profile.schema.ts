import { z } from 'zod';
import { ORDER_STATUS_WORDS } from './order.status.js';

// Answers after which the order may exist all the same: listing one as a refusal could end in a second payment.
const NEVER_DEFINITE = new Set([408, 409, 425, 429]);

const refusalStatus = z
  .int()
  .min(400, 'must be a 4xx status')
  .max(499, 'must be a 4xx status')
  .refine((status) => !NEVER_DEFINITE.has(status), 'is a status after which the outcome is unknown');

// 1 s: a tick is not more punctual than that. 30 d: beyond it nobody would call it a schedule.
const delaySeconds = z.int().min(1).max(2_592_000);

/** The shape of a whole profile; the file of an operator holds any subset of its keys. */
export const providerProfileSchema = z
  .strictObject({
    orderStatusWords: z.record(z.string().min(1).max(100), z.enum([...ORDER_STATUS_WORDS, 'UNRECOGNIZED'])).readonly(),
    definiteRefusalStatuses: z.array(refusalStatus).readonly(),
    absentStatuses: z.array(refusalStatus).readonly(),
    orderReadBack: z.enum(['order', 'status']),
    orderCheckDelaysSeconds: z.array(delaySeconds).min(1).max(50).readonly(),
    orderWebhookIdPaths: z
      .array(z.array(z.string().min(1)).min(1).max(5).readonly())
      .min(1)
      .max(20)
      .readonly(),
  })
  .readonly();

export type ProviderProfileValues = z.output<typeof providerProfileSchema>;
