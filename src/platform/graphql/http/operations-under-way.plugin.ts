import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
import { getOperationAST, OperationTypeNode } from 'graphql';
import type { ErrorFormatter } from '../errors/error-formatter.js';
import { AccessRefusedError, type CallerAuthenticator, type GraphqlContext } from '../request-context.js';

/**
 * Limits a caller's concurrent HTTP operations. A client that disconnects frees none: the work continues until the
 * response would be sent.
 */
export function operationsUnderWayPlugin(
  authenticator: CallerAuthenticator,
  formatter: ErrorFormatter,
): ApolloServerPlugin<GraphqlContext> {
  const underWay = new WeakMap<GraphqlContext, () => void>();
  const end = (context: GraphqlContext): Promise<void> => {
    underWay.get(context)?.();
    return Promise.resolve();
  };
  return {
    requestDidStart: () =>
      Promise.resolve({
        responseForOperation: async ({ request, document, contextValue }): Promise<GraphQLResponse | null> => {
          const { caller } = contextValue;
          // Apollo calls this without an operation too, and then refuses the request.
          const operation = getOperationAST(document, request.operationName);
          if (!operation || !caller) return null;
          const kind = operation.operation === OperationTypeNode.MUTATION ? 'change' : 'read';
          try {
            underWay.set(contextValue, await authenticator.begin(caller, kind));
            return null;
          } catch (error) {
            if (!(error instanceof AccessRefusedError)) throw error;
            const headers = new HeaderMap();
            if (error.retryAfterSeconds !== null) headers.set('retry-after', String(error.retryAfterSeconds));
            return {
              http: { status: 429, headers },
              body: { kind: 'single', singleResult: { errors: [formatter.format(error)] } },
            };
          }
        },
        willSendResponse: ({ contextValue }) => end(contextValue),
      }),
    unexpectedErrorProcessingRequest: ({ requestContext }) => end(requestContext.contextValue),
  };
}
