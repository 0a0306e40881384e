import { type ApolloServerPlugin, type GraphQLResponse, HeaderMap } from '@apollo/server';
import type { ErrorFormatter } from '../errors/error-formatter.js';
import { nameRequestSpan } from '../http/request-spans.js';
import type { GraphqlContext } from '../request-context.js';
import type { Execution } from './execution.js';

/** Executes Apollo's operations by `Execution`, once their documents are valid. */
export function executionPlugin(execution: Execution, formatter: ErrorFormatter): ApolloServerPlugin<GraphqlContext> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        responseForOperation: async ({
          schema,
          document,
          queryHash,
          request,
          contextValue: context,
        }): Promise<GraphQLResponse | null> => {
          const operationName = request.operationName ?? undefined;
          nameRequestSpan(document, { operationName, queryHash });
          const variables = request.variables ?? {};
          const answer = await execution.begin({ schema, document, operationName, variables, context });
          if (!answer) return null;
          const headers = new HeaderMap();
          if (answer.kind === 'data') {
            return { http: { headers }, body: { kind: 'single', singleResult: { data: answer.data } } };
          }
          if (answer.retryAfterSeconds !== null) headers.set('retry-after', String(answer.retryAfterSeconds));
          const errors = answer.errors.map((error) => formatter.format(error));
          return { http: { status: answer.status, headers }, body: { kind: 'single', singleResult: { errors } } };
        },
        willSendResponse: ({ contextValue }) => {
          execution.end(contextValue);
          return Promise.resolve();
        },
      }),
    unexpectedErrorProcessingRequest: ({ requestContext, error }) => {
      execution.end(requestContext.contextValue);
      // Apollo replaces such an error by a generic one before it formats it, so this is the last place to log it.
      formatter.format(error);
      return Promise.resolve();
    },
  };
}
