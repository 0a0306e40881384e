import { AsyncLocalStorage } from 'node:async_hooks';
import type { GraphQLField, GraphQLSchema } from 'graphql';
import { inSpan } from '../observability/tracing/spans.js';
import type { Caller, GraphqlContext } from './request-context.js';

export interface CurrentRequest {
  readonly caller: Caller | null;
  readonly requestId: string;
  readonly clientAddress: string;
  /** The resolved root field, such as `createPayout`; null if the caller did not get that far. */
  readonly operation: string | null;
}

const storage = new AsyncLocalStorage<CurrentRequest>();

export function currentRequest(): CurrentRequest | null {
  return storage.getStore() ?? null;
}

/** The current operation's id for log lines, equal to the response's `x-request-id`. */
export function requestIds(): { readonly requestId?: string } {
  const request = storage.getStore();
  return request ? { requestId: request.requestId } : {};
}

/** Runs `work` as part of a request, for code before or beside the operation. */
export function runInRequest<Result>(request: CurrentRequest, work: () => Result): Result {
  return storage.run(request, work);
}

/**
 * Wraps the schema so that running operations know their caller. Otherwise every service would pass an argument for the
 * audit log.
 */
export function rememberRequests(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {}) as GraphQLField<unknown, GraphqlContext>[]) {
      // In a subscription `resolve` only formats past events.
      const part = field.subscribe ? 'subscribe' : 'resolve';
      const run = field[part];
      if (!run) continue;
      field[part] = (source, args, context, info): unknown => {
        const { caller, requestId, clientAddress } = context;
        const request = { caller, requestId, clientAddress, operation: field.name };
        const carryOut = (): unknown => runInRequest(request, () => run(source, args, context, info));
        // A mutation calls one service.
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
