import { AsyncLocalStorage } from 'node:async_hooks';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { GqlExecutionContext, type GqlContextType } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { Observable } from 'rxjs';
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

/** Runs `work` as part of a request: for what happens before the operation starts, or beside it. */
export function runInRequest<Result>(request: CurrentRequest, work: () => Result): Result {
  return storage.run(request, work);
}

/** Remembers who called for as long as the operation runs, so that the audit log needs no argument in every service. */
@Injectable()
export class CurrentRequestInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType<GqlContextType>() !== 'graphql') return next.handle();
    const graphql = GqlExecutionContext.create(context);
    const { caller, requestId, clientAddress } = graphql.getContext<GraphqlContext>();
    const operation = graphql.getInfo<GraphQLResolveInfo>().fieldName;
    return new Observable((subscriber) =>
      storage.run({ caller, requestId, clientAddress, operation }, () => next.handle().subscribe(subscriber)),
    );
  }
}
