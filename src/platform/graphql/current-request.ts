import { AsyncLocalStorage } from 'node:async_hooks';
import type { GraphQLField, GraphQLSchema } from 'graphql';
import { inSpan } from '../observability/tracing/spans.js';
import type { Caller, GraphqlContext } from './request-context.js';

export interface CurrentRequest {
  readonly caller: Caller | null;
  readonly requestId: string;
  readonly clientAddress: string;
  /** The resolved root field, such as `createPayout`; null if the request did not get that far. */
  readonly operation: string | null;
}

const storage = new AsyncLocalStorage<CurrentRequest>();

export function currentRequest(): CurrentRequest | null {
  return storage.getStore() ?? null;
}

/** Returns the request id for log lines, which equals the response's `x-request-id`. */
export function requestIds(): { readonly requestId?: string } {
  const request = storage.getStore();
  return request ? { requestId: request.requestId } : {};
}

/** Runs `work` as part of a request. For code that runs before an operation or alongside it. */
export function runInRequest<Result>(request: CurrentRequest, work: () => Result): Result {
  return storage.run(request, work);
}

/**
 * Wraps the schema so that code called by an operation can find its caller. Otherwise every service would have to pass
 * on an argument for the audit log.
 */
export function rememberRequests(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {}) as GraphQLField<unknown, GraphqlContext>[]) {
      // In a subscription `subscribe` does the work; `resolve` only formats events.
      const part = field.subscribe ? 'subscribe' : 'resolve';
      const run = field[part];
      if (!run) continue;
      field[part] = (source, args, context, info): unknown => {
        const { caller, requestId, clientAddress } = context;
        const request = { caller, requestId, clientAddress, operation: field.name };
        const carryOut = (): unknown => runInRequest(request, () => run(source, args, context, info));
        // Only a mutation gets a span here, because it is a single call to a service.
        if (type !== schema.getMutationType()) return carryOut();
        const carriedOut = (): Promise<unknown> =>
          new Promise((resolve) => {
            resolve(carryOut());
          });
        return inSpan('mutation', field.name, carriedOut);
      };
    }
  }
  return schema;
}
