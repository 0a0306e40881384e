import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './answer.js';

/** Waits for the delay of the answer. Returns false if the client disconnected or the sandbox closed first. */
export async function isStillAwaited({
  answer,
  response,
  closing,
}: {
  answer: Answer;
  response: ServerResponse;
  closing: AbortSignal;
}): Promise<boolean> {
  if (answer.kind !== 'http' || answer.delayMs === 0) return true;
  const left = new AbortController();
  response.once('close', () => {
    left.abort();
  });
  try {
    await wait(answer.delayMs, undefined, { signal: AbortSignal.any([left.signal, closing]), ref: false });
    return true;
  } catch {
    return false;
  }
}

/** Sends the answer. A hanging one stays open until the client disconnects or the server closes. */
export async function sendAnswer({ answer, response }: { answer: Answer; response: ServerResponse }): Promise<void> {
  switch (answer.kind) {
    case 'drop':
      response.socket?.destroy();
      return;
    case 'hang':
      return;
    case 'http':
      response.statusCode = answer.status;
      for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
      if (typeof answer.body === 'string') {
        response.end(answer.body);
        return;
      }
      // A failure is ignored, because clients are expected to stop reading a huge body half-way.
      await pipeline(Readable.from(answer.body), response).catch(() => undefined);
  }
}
