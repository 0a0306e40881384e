import { z } from 'zod';
import { type PayerError, payerError } from './payer-texts.js';

// No card number, name or code is longer. Purser validates everything else.
const text = z.string().trim().min(1).max(100);

export const attemptBody = z.strictObject({ attempt: z.uuid() });

export const cardBody = z.strictObject({ cardNumber: text, cardholderName: text, expiryDate: text, cvv: text });

export const codeBody = z.strictObject({ code: text });

export const emptyBody = z.strictObject({});

export type CardBody = z.infer<typeof cardBody>;

export type ReadBody<T> =
  | { readonly kind: 'read'; readonly value: T }
  /** Fields that the payer must correct. */
  | { readonly kind: 'incomplete'; readonly errors: readonly PayerError[] }
  /** The body cannot come from this shop's page. */
  | { readonly kind: 'strange' };

/** Validates a JSON body. Errors never contain its content, which may be a card. */
export function readBody<T>(shape: z.ZodType<T>, body: unknown): ReadBody<T> {
  const read = shape.safeParse(body);
  if (read.success) return { kind: 'read', value: read.data };
  const problems = read.error.issues.map(({ code, path }) => {
    const [field, ...deeper] = path;
    const isOfForm = typeof field === 'string' && deeper.length === 0;
    if (!isOfForm || (code !== 'too_small' && code !== 'too_big')) return null;
    return payerError(code === 'too_small' ? 'MISSING' : 'TOO_LONG', field);
  });
  const errors = problems.filter((problem) => problem !== null);
  return errors.length < problems.length ? { kind: 'strange' } : { kind: 'incomplete', errors };
}
