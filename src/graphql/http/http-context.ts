import type { Request, Response } from 'express';
import { GraphQLError } from 'graphql';
import { newId } from '../../common/ids.js';
import type { TrustedDocuments } from '../documents/trusted-documents.js';
import type { CallerAuthenticator, GraphqlContext } from '../request-context.js';
import { clientAddress } from './client-address.js';

/**
 * The context of a request over HTTP. Apollo asks for it before it looks at the document, so this is also where a
 * request ends that nobody vouches for.
 *
 * @throws GraphQLError UNAUTHENTICATED (401) without a valid API key, UNTRUSTED_DOCUMENT (400) for an unknown document
 */
export function createHttpContext({
  authenticator,
  trustedDocuments,
  trustedProxyHops,
}: {
  readonly authenticator: CallerAuthenticator;
  readonly trustedDocuments: TrustedDocuments;
  readonly trustedProxyHops: number;
}): (http: { readonly req: Request; readonly res: Response }) => Promise<GraphqlContext> {
  return async ({ req, res }) => {
    const requestId = newId();
    res.setHeader('x-request-id', requestId);
    const caller = await authenticator.authenticate(req.headers.authorization);
    if (caller === null) {
      throw new GraphQLError('A valid API key is required.', {
        extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
      });
    }
    const document = documentOf(req);
    if (document !== null) trustedDocuments.assertTrusted(document);
    return { caller, requestId, transport: 'http', clientAddress: clientAddress(req, trustedProxyHops) };
  };
}

/** The document as Apollo will read it; null when there is none, which Apollo refuses itself. */
function documentOf(request: Request): string | null {
  if (request.method === 'GET') {
    const [, search = ''] = request.originalUrl.split('?');
    return new URLSearchParams(search).get('query');
  }
  const body: unknown = request.body;
  if (typeof body !== 'object' || body === null || !('query' in body)) return null;
  return typeof body.query === 'string' ? body.query : null;
}
