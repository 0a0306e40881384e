import { createHash } from 'node:crypto';
import { z } from 'zod';

const failedFetch = z.object({ name: z.string(), cause: z.object({ code: z.string() }).optional().catch(undefined) });

export interface CallResult {
  readonly bodySha256: string;
  /** Null if there was no HTTP answer. */
  readonly status: number | null;
  readonly error: string | null;
}

/** 5 s. A receiver that stores the webhook and answers needs far less, and a slower receiver counts as down. */
const ANSWER_TIMEOUT_MS = 5_000;

/**
 * Posts one webhook. Never throws: a refused connection, a timeout and a closing sandbox are results.
 *
 * Redirects are not followed, so they count as an answer that is not 2xx.
 */
export async function callWebhook({
  url,
  body,
  signature,
  closing,
}: {
  url: string | null;
  body: string;
  signature: string | null;
  closing: AbortSignal;
}): Promise<CallResult> {
  const bodySha256 = createHash('sha256').update(body).digest('hex');
  if (url === null) return { bodySha256, status: null, error: 'no address is set' };
  try {
    const response = await fetch(url, {
      method: 'POST',
      // A kept-alive connection would fail after a restart of the receiver, and a valid delivery with it.
      headers: {
        'content-type': 'application/json',
        'user-agent': 'payment-sandbox',
        connection: 'close',
        ...(signature === null ? {} : { 'x-signature': signature }),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return { bodySha256, status: response.status, error: null };
  } catch (error) {
    return { bodySha256, status: null, error: reasonOf(error) };
  }
}

/** Returns only the code of the cause, because messages quote the address and its secret. */
function reasonOf(error: unknown): string {
  const { data } = failedFetch.safeParse(error);
  return data?.cause?.code ?? data?.name ?? 'unknown';
}
