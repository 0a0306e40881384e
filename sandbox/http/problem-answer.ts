import type { z } from 'zod';
import { type HttpAnswer, refusalAnswer } from './answer.js';

/** A 422 that names the first field at fault and what is wrong with it, never the value that was sent. */
export function problemAnswer(error: z.ZodError): HttpAnswer {
  const [issue] = error.issues;
  const path = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])];
  const field = path.length === 0 ? null : path.join('.');
  const rule = issue?.message ?? 'is invalid';
  return refusalAnswer({ status: 422, message: field === null ? rule : `${field}: ${rule}`, field });
}
