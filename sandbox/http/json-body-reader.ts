import express, { type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { type JsonBody, UnreadableBody } from './route.js';

const readText: RequestHandler = express.text({ limit: '100kb', type: 'application/json' });
const parserFailure = z.object({ status: z.int(), message: z.string() });

/** Reads the JSON body of a request. Throws {@link UnreadableBody} with the status to answer. */
export async function readJsonBody({ request, response }: { request: Request; response: Response }): Promise<JsonBody> {
  await new Promise<void>((resolve, reject) => {
    void readText(request, response, (failure?: unknown) => {
      if (failure === undefined) resolve();
      else reject(asUnreadable(failure));
    });
  });
  const text: unknown = request.body;
  if (typeof text !== 'string') {
    throw new UnreadableBody(400, 'A JSON body with Content-Type: application/json is expected.');
  }
  return { text, value: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableBody(400, 'The body is not JSON.');
  }
}

function asUnreadable(failure: unknown): UnreadableBody {
  const known = parserFailure.safeParse(failure);
  return known.success && known.data.status !== 400
    ? new UnreadableBody(known.data.status, known.data.message)
    : new UnreadableBody(400, 'The body cannot be read.');
}
