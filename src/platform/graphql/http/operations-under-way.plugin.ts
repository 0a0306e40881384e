import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
import { getOperationAST, OperationTypeNode } from 'graphql';
import type { ErrorFormatter } from '../errors/error-formatter.js';
import { AccessRefusedError, type CallerAuthenticator, type GraphqlContext } from '../request-context.js';

/**
 * Bounds how many operations one caller has under way over HTTP. A client that goes away ends none of its own: the work
 * goes on until the answer would be sent.
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
          // Apollo comes here without one too, and refuses it next.
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
