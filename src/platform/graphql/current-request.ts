import { AsyncLocalStorage } from 'node:async_hooks';
import type { GraphQLField, GraphQLSchema } from 'graphql';
import { inSpan } from '../observability/tracing/spans.js';
import type { Caller, GraphqlContext } from './request-context.js';

/** The operation that is being carried out, and for whom. */
export interface CurrentRequest {
  readonly caller: Caller | null;
  readonly requestId: string;
  readonly clientAddress: string;
  /** The field of the schema that is resolved, `createPayout`; null when the caller did not get that far. */
  readonly operation: string | null;
}

const storage = new AsyncLocalStorage<CurrentRequest>();

/** The operation under way; null in ticks and webhooks, which nobody asked for. */
export function currentRequest(): CurrentRequest | null {
  return storage.getStore() ?? null;
}

/** The id of the operation under way, for its lines of the log: the same that its answer has as `x-request-id`. */
export function requestIds(): { readonly requestId?: string } {
  const request = storage.getStore();
  return request ? { requestId: request.requestId } : {};
}

/** Runs `work` as part of a request: for what happens before the operation starts, or beside it. */
export function runInRequest<Result>(request: CurrentRequest, work: () => Result): Result {
  return storage.run(request, work);
}

/**
 * The same schema, whose operations remember who called for as long as they run, so that the audit log needs no
 * argument in every service.
 */
export function rememberRequests(schema: GraphQLSchema): GraphQLSchema {
  for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(type?.getFields() ?? {}) as GraphQLField<unknown, GraphqlContext>[]) {
      // Of a subscription, `resolve` shapes what has happened already.
      const part = field.subscribe ? 'subscribe' : 'resolve';
      const run = field[part];
      if (!run) continue;
      field[part] = (source, args, context, info): unknown => {
        const { caller, requestId, clientAddress } = context;
        const request = { caller, requestId, clientAddress, operation: field.name };
        const carryOut = (): unknown => runInRequest(request, () => run(source, args, context, info));
        // The one service that a mutation calls.
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
