import express, { type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import { UnreadableBody } from './route.js';

const parseJson: RequestHandler = express.json({ limit: '100kb', strict: false });
const parserFailure = z.object({ status: z.int(), message: z.string() });

/** The JSON body of a request. Raises {@link UnreadableBody} with the status the provider refuses it with. */
export async function readJsonBody({ request, response }: { request: Request; response: Response }): Promise<unknown> {
  await new Promise<void>((resolve, reject) => {
    void parseJson(request, response, (failure?: unknown) => {
      if (failure === undefined) resolve();
      else reject(asUnreadable(failure));
    });
  });
  const body: unknown = request.body;
  if (body === undefined) throw new UnreadableBody(400, 'A JSON body with Content-Type: application/json is expected.');
  return body;
}

function asUnreadable(failure: unknown): UnreadableBody {
  const known = parserFailure.safeParse(failure);
  return known.success && known.data.status !== 400
    ? new UnreadableBody(known.data.status, known.data.message)
    : new UnreadableBody(400, 'The body is not JSON.');
}
