import type { FetchImplementation } from 'jose';

// A dozen keys with their certificates; the largest sets of well-known providers are a tenth of it.
const MAX_BYTES = 256 * 1024;

/** Fetches the keys of an identity provider: no redirects, and no more than is reasonable. */
export const fetchKeySet: FetchImplementation = async (url, options) => {
  const response = await fetch(url, { ...options, redirect: 'error' });
  if (!response.body) return response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error('The keys of the identity provider are too large');
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status: response.status, headers: response.headers });
};
