import type { FetchImplementation } from 'jose';
import type { CustomFetch } from 'openid-client';

// Enough for a dozen keys with certificates. Well-known providers need at most a tenth of it.
const MAX_BYTES = 256 * 1024;

/** Sends a request to the identity provider. Follows no redirects and limits the size of the response. */
export async function fetchIdentity(
  url: string,
  options: Parameters<FetchImplementation | CustomFetch>[1],
): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: 'error' } as RequestInit);
  if (!response.body) return response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error('The answer of the identity provider is too large');
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status: response.status, headers: response.headers });
}
