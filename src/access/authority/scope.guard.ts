import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { GqlExecutionContext, type GqlContextType } from '@nestjs/graphql';
import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import type { GraphqlContext } from '../../platform/graphql/request-context.js';
import { RefusedAttempts } from './refused-attempts.js';
import { OPEN_TO_CALLERS, OPEN_TO_EVERYBODY, REQUIRED_SCOPE } from '../scopes/requires.decorator.js';
import type { Scope } from '../scopes/scopes.js';

/**
 * Denies GraphQL operations that declare no scope, and callers who lack the declared scope, over HTTP and WebSocket
 * alike. HTTP controllers (webhooks, health) have no caller and do their own checks.
 */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly refusals: RefusedAttempts,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType<GqlContextType>() !== 'graphql') return true;
    const graphql = GqlExecutionContext.create(context);
    if (this.reflector.get<boolean | undefined>(OPEN_TO_EVERYBODY, context.getHandler()) === true) return true;
    const request = graphql.getContext<GraphqlContext>();
    const { caller } = request;
    if (!caller) throw new GraphQLError('An API key is required', { extensions: { code: 'UNAUTHENTICATED' } });
    if (this.reflector.get<boolean | undefined>(OPEN_TO_CALLERS, context.getHandler()) === true) return true;
    const scope = this.reflector.get<Scope | undefined>(REQUIRED_SCOPE, context.getHandler()) ?? null;
    if (scope !== null && caller.scopes.has(scope)) return true;
    throw this.refusals.deny(request, { operation: graphql.getInfo<GraphQLResolveInfo>().fieldName, scope });
  }
}
