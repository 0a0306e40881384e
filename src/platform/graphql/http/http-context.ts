import type { IncomingMessage, ServerResponse } from 'node:http';
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

export type CreateHttpContext = (
  request: IncomingMessage,
  response: ServerResponse,
  /** `body` is undefined if the request body is not JSON. */
  received: { readonly requestId: string; readonly body: unknown },
) => Promise<GraphqlContext>;

/**
 * Creates the context for an HTTP request before the document is parsed, so that unauthenticated requests end here.
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
}): CreateHttpContext {
  return async (request, response, { requestId, body }) => {
    const address = clientAddress(request, trustedProxies);
    const document = documentOf(body);
    const credentials = {
      authorization: request.headers.authorization,
      sessionSecret: sessionSecretOf(request, ownOrigin),
    };
    const caller = await admitted(authenticator, { credentials, document, address, response });
    if (document !== null) trustedDocuments.assertTrusted(document);
    return { caller, requestId, transport: 'http', clientAddress: address };
  };
}

async function admitted(
  authenticator: CallerAuthenticator,
  request: { credentials: Credentials; document: string | null; address: string; response: ServerResponse },
): Promise<Caller | null> {
  const { credentials, document, address, response } = request;
  const { authorization, sessionSecret } = credentials;
  try {
    const caller = await authenticator.authenticate(credentials, address);
    if (caller === null) {
      // Browsers keep sending the cookie of a session that has ended. For an open operation this counts as no
      // credential.
      if (authorization === undefined && document !== null && authenticator.admitStranger(document, address))
        return null;
      const isSession = authorization === undefined && sessionSecret !== undefined;
      if (!isSession) response.setHeader('www-authenticate', 'Bearer');
      const message = isSession ? SESSION_ENDED : KEY_REQUIRED;
      throw new AccessRefusedError(message, 'UNAUTHENTICATED');
    }
    // A document that does not contain this word anywhere has no mutation.
    authenticator.admit(caller, document?.includes('mutation') === false ? 'read' : 'any');
    return caller;
  } catch (error) {
    if (error instanceof AccessRefusedError && error.retryAfterSeconds !== null) {
      response.setHeader('retry-after', error.retryAfterSeconds);
    }
    throw error;
  }
}

/** Returns the document as Apollo would read it; null if there is none. */
function documentOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('query' in body)) return null;
  return typeof body.query === 'string' ? body.query : null;
}
