import {
  type ApolloServerOptions,
  type ApolloServerPlugin,
  type GraphQLRequestListener,
  HeaderMap,
} from '@apollo/server';
import { Injectable } from '@nestjs/common';
import { ErrorFormatter } from '../errors/error-formatter.js';
import type { GraphqlContext } from '../request-context.js';
import { Execution } from './execution.js';
import { KnownOperations } from './known-operations.js';
import { OperationMetrics, outcomeOf } from './operation-metrics.js';

/** Where a response carries its text through Apollo, which puts it into no other place. */
const TEXT = 'text';

/**
 * Lets `Execution` execute Apollo's operations, once their documents are valid, and remembers them. Apollo must write
 * responses by `stringifyExecuted`.
 */
@Injectable()
export class ExecutionPlugin implements ApolloServerPlugin<GraphqlContext> {
  constructor(
    private readonly execution: Execution,
    private readonly operations: KnownOperations,
    private readonly formatter: ErrorFormatter,
    private readonly metrics: OperationMetrics,
  ) {}

  requestDidStart(): Promise<GraphQLRequestListener<GraphqlContext>> {
    const startedAt = performance.now();
    return Promise.resolve({
      responseForOperation: async ({ schema, document, source, queryHash: hash, request, contextValue: context }) => {
        const operationName = request.operationName ?? undefined;
        const operation = this.operations.learn({ source, operationName }, { schema, document, hash });
        // Apollo calls this without an operation too, and then refuses the request.
        if (!operation) return null;
        const response = await this.execution.execute(operation, { variables: request.variables ?? {}, context });
        const { status, retryAfterSeconds, text } = response;
        const headers = new HeaderMap();
        if (retryAfterSeconds !== null) headers.set('retry-after', String(retryAfterSeconds));
        return { http: { status, headers }, body: { kind: 'single', singleResult: { extensions: { [TEXT]: text } } } };
      },
      willSendResponse: ({ response: { body } }) => {
        // Refused before it was executed, so its operation is unknown and its text the caller's.
        if (body.kind === 'single' && body.singleResult.errors) {
          this.metrics.record('none', outcomeOf(body.singleResult), startedAt);
        }
        return Promise.resolve();
      },
    });
  }

  unexpectedErrorProcessingRequest({ error }: { readonly error: Error }): Promise<void> {
    // Apollo replaces such an error by a generic one before it formats it, so this is the last place to log it.
    this.formatter.format(error);
    return Promise.resolve();
  }
}

export const stringifyExecuted: NonNullable<ApolloServerOptions<GraphqlContext>['stringifyResult']> = (result) => {
  const text = result.extensions?.[TEXT];
  return typeof text === 'string' ? text : `${JSON.stringify(result)}\n`;
};
