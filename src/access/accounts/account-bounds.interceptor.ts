import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { GqlExecutionContext, type GqlContextType } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { map, type Observable } from 'rxjs';
import type { GraphqlContext } from '../../graphql/request-context.js';
import { accountShownBy, isWithin } from './account-bounds.js';
import { ACCOUNT_REACH } from './account-reach.js';

/**
 * Leaves out of plain lists what belongs to another account than a bound caller's. A rule of no account applies to all.
 */
@Injectable()
export class AccountBoundsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType<GqlContextType>() !== 'graphql') return next.handle();
    const graphql = GqlExecutionContext.create(context);
    const { caller } = graphql.getContext<GraphqlContext>();
    const { fieldName, returnType } = graphql.getInfo<GraphQLResolveInfo>();
    if (!caller || caller.accountIds.length === 0 || ACCOUNT_REACH[fieldName]?.kind !== 'filtered')
      return next.handle();
    return next.handle().pipe(
      map((answer: unknown) => {
        if (!Array.isArray(answer)) throw new Error(`${String(returnType)} is no plain list`);
        return (answer as unknown[]).filter((item) => {
          const accountId = accountShownBy(item, fieldName === 'accounts');
          return accountId === null || isWithin(caller, accountId);
        });
      }),
    );
  }
}
