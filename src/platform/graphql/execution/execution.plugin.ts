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

/** The property of `extensions` in which a response carries its finished JSON text through Apollo. */
const TEXT = 'text';

/**
 * Makes Apollo execute valid documents through `Execution`, which also remembers their operations. Apollo must write
 * its responses with `stringifyExecuted`.
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
        // Apollo also calls this if the document has no such operation, and then rejects the request.
        if (!operation) return null;
        const response = await this.execution.execute(operation, { variables: request.variables ?? {}, context });
        const { status, retryAfterSeconds, text } = response;
        const headers = new HeaderMap();
        if (retryAfterSeconds !== null) headers.set('retry-after', String(retryAfterSeconds));
        return { http: { status, headers }, body: { kind: 'single', singleResult: { extensions: { [TEXT]: text } } } };
      },
      willSendResponse: ({ response: { body } }) => {
        // The request was rejected before execution, so its operation is unknown and its text is untrusted.
        if (body.kind === 'single' && body.singleResult.errors) {
          this.metrics.record('none', outcomeOf(body.singleResult), startedAt);
        }
        return Promise.resolve();
      },
    });
  }

  unexpectedErrorProcessingRequest({ error }: { readonly error: Error }): Promise<void> {
    // Apollo replaces such an error by a generic one before formatting it, so this is the last chance to log it.
    this.formatter.format(error);
    return Promise.resolve();
  }
}

export const stringifyExecuted: NonNullable<ApolloServerOptions<GraphqlContext>['stringifyResult']> = (result) => {
  const text = result.extensions?.[TEXT];
  return typeof text === 'string' ? text : `${JSON.stringify(result)}\n`;
};
