import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { TrustedDocuments } from '../documents/trusted-documents.js';
import {
  AccessRefusedError,
  type Caller,
  type CallerAuthenticator,
  type Credentials,
  type GraphqlContext,
  SESSION_ENDED,
} from '../request-context.js';
import { clientAddress } from './client-address.js';
import { sessionSecretOf } from './own-page.js';

const KEY_REQUIRED = 'A valid API key is required: send the header Authorization: Bearer <key>.';

/**
 * Creates the context of an HTTP request. Apollo calls it before it reads the document, so unauthenticated requests end
 * here.
 * @throws GraphQLError UNAUTHENTICATED (401), RATE_LIMITED (429) or UNTRUSTED_DOCUMENT (400)
 */
export function createHttpContext({
  authenticator,
  trustedDocuments,
  trustedProxies,
  ownOrigin,
}: {
  readonly authenticator: CallerAuthenticator;
  readonly trustedDocuments: TrustedDocuments;
  readonly trustedProxies: readonly string[];
  readonly ownOrigin: string;
}): (http: { readonly req: Request; readonly res: Response }) => Promise<GraphqlContext> {
  return async ({ req, res }) => {
    const requestId = randomUUID();
    res.setHeader('x-request-id', requestId);
    const address = clientAddress(req, trustedProxies);
    const document = documentOf(req);
    const credentials = { authorization: req.headers.authorization, sessionSecret: sessionSecretOf(req, ownOrigin) };
    const caller = await admitted(authenticator, { credentials, document, address, res });
    if (document !== null) trustedDocuments.assertTrusted(document);
    return { caller, requestId, transport: 'http', clientAddress: address };
  };
}

async function admitted(
  authenticator: CallerAuthenticator,
  request: { credentials: Credentials; document: string | null; address: string; res: Response },
): Promise<Caller | null> {
  const { credentials, document, address, res } = request;
  const { authorization, sessionSecret } = credentials;
  try {
    const caller = await authenticator.authenticate(credentials, address);
    if (caller === null) {
      // Browsers keep sending the cookie of an ended session. For an open operation it counts as no credential.
      if (authorization === undefined && document !== null && authenticator.admitStranger(document, address))
        return null;
      const isSession = authorization === undefined && sessionSecret !== undefined;
      if (!isSession) res.setHeader('www-authenticate', 'Bearer');
      const message = isSession ? SESSION_ENDED : KEY_REQUIRED;
      throw new AccessRefusedError(message, 'UNAUTHENTICATED');
    }
    // Without this word anywhere in the document there is no mutation.
    authenticator.admit(caller, document?.includes('mutation') === false ? 'read' : 'any');
    return caller;
  } catch (error) {
    if (error instanceof AccessRefusedError && error.retryAfterSeconds !== null) {
      res.setHeader('retry-after', error.retryAfterSeconds);
    }
    throw error;
  }
}

/** The document as Apollo reads it, only from a POST's body; null if there is none. */
function documentOf({ body }: { readonly body?: unknown }): string | null {
  if (typeof body !== 'object' || body === null || !('query' in body)) return null;
  return typeof body.query === 'string' ? body.query : null;
}
