import type { z } from 'zod';
import { type HttpAnswer, refusalAnswer } from './answer.js';

/** Builds a 422 that names the first invalid field and its rule, never the value. */
export function problemAnswer(error: z.ZodError): HttpAnswer {
  const [issue] = error.issues;
  const path = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])];
  const field = path.length === 0 ? null : path.join('.');
  const rule = issue?.message ?? 'is invalid';
  return refusalAnswer({ status: 422, message: field === null ? rule : `${field}: ${rule}`, field });
}
