import { Injectable } from '@nestjs/common';
import type { Caller, GraphqlContext } from '../../platform/graphql/request-context.js';
import { RefusedAttempts } from './refused-attempts.js';
import type { Scope } from '../scopes/scopes.js';

/** Checks a scope that an argument requires beyond the operation's own. */
@Injectable()
export class HeldScopes {
  constructor(private readonly refusals: RefusedAttempts) {}

  /**
   * Returns the caller if they hold the scope.
   * @param operation recorded with a refusal
   * @throws GraphQLError FORBIDDEN
   */
  assertHeld(scope: Scope, { context, operation }: { context: GraphqlContext; operation: string }): Caller {
    if (context.caller?.scopes.has(scope)) return context.caller;
    throw this.refusals.deny(context, { operation, scope });
  }
}
