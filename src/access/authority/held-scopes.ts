import { Injectable } from '@nestjs/common';
import type { Caller, GraphqlContext } from '../../platform/graphql/request-context.js';
import { RefusedAttempts } from './refused-attempts.js';
import type { Scope } from '../scopes/scopes.js';

/** Asks for a scope where an operation needs one more than its own, for an argument of it. */
@Injectable()
export class HeldScopes {
  constructor(private readonly refusals: RefusedAttempts) {}

  /**
   * The caller, who holds the scope.
   *
   * @param operation what is asked for, to be recorded when it is refused
   * @throws GraphQLError FORBIDDEN
   */
  assertHeld(scope: Scope, { context, operation }: { context: GraphqlContext; operation: string }): Caller {
    if (context.caller?.scopes.has(scope)) return context.caller;
    throw this.refusals.deny(context, { operation, scope });
  }
}
