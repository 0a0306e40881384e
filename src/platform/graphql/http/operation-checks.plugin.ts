import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
import { getOperationAST, GraphQLError, OperationTypeNode } from 'graphql';
import { checkVariables } from '../errors/check-variables.js';
import type { ErrorFormatter } from '../errors/error-formatter.js';
import { LIMITS } from '../limits/limits.js';

/** Checks a valid document before it runs over HTTP: it must not be a subscription, and its variables must be valid. */
export function operationChecksPlugin(formatter: ErrorFormatter): ApolloServerPlugin {
  return {
    requestDidStart: () =>
      Promise.resolve({
        responseForOperation: ({ request, document, schema }): Promise<GraphQLResponse | null> => {
          const operation = getOperationAST(document, request.operationName);
          // Apollo calls this without an operation too, and then refuses the request.
          if (!operation) return Promise.resolve(null);
          const errors =
            operation.operation === OperationTypeNode.SUBSCRIPTION
              ? [new GraphQLError('Subscriptions run over WebSocket only.', { extensions: { code: 'BAD_REQUEST' } })]
              : checkVariables({
                  schema,
                  operation,
                  variables: request.variables ?? {},
                  maxErrors: LIMITS.variableErrors,
                });
          if (errors.length === 0) return Promise.resolve(null);
          return Promise.resolve({
            http: { status: 400, headers: new HeaderMap() },
            body: { kind: 'single', singleResult: { errors: errors.map((error) => formatter.format(error)) } },
          });
        },
      }),
    // Apollo replaces this error by a generic one before it is formatted, so it must be logged here.
    unexpectedErrorProcessingRequest: ({ error }) => {
      formatter.format(error);
      return Promise.resolve();
    },
  };
}
