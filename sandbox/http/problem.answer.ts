import type { z } from 'zod';
import { type HttpAnswer, refusalAnswer } from './answer.js';

/** A 422 that names the first field at fault and what is wrong with it, never the value that was sent. */
export function problemAnswer(error: z.ZodError): HttpAnswer {
  const [issue] = error.issues;
  const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
  return refusalAnswer({
    status: 422,
    message: field ? `${field}: ${issue?.message ?? ''}` : (issue?.message ?? 'Invalid.'),
    field: field ? field : null,
  });
}
