import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { GqlExecutionContext } from '@nestjs/graphql';
import { catchError, type Observable } from 'rxjs';
import { InvalidInput, type InputUserError } from './invalid-input.js';

export const REFUSES_INPUT = 'purser:refuses-input';

interface Answered {
  readonly userErrors?: readonly InputUserError[];
}

type Answer = (input: unknown, resolver: unknown) => Answered | Promise<Answered>;

/** Answers a mutation whose input is invalid with the payload that its `RefusesInput` defines. */
@Injectable()
export class InvalidInputInterceptor implements NestInterceptor {
  constructor(private readonly modules: ModuleRef) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        const answer = Reflect.getMetadata(REFUSES_INPUT, context.getHandler()) as Answer | undefined;
        if (!(error instanceof InvalidInput) || !answer) throw error;
        const { input } = GqlExecutionContext.create(context).getArgs<{ readonly input?: unknown }>();
        const refused = await answer(input, this.modules.get(context.getClass(), { strict: false }));
        return { ...refused, userErrors: [...error.userErrors, ...(refused.userErrors ?? [])] };
      }),
    );
  }
}

/** A payload without the problems found so far. The payload may add further ones, which come after them. */
type Refused<Payload extends { userErrors: unknown }> = Omit<Payload, 'userErrors'> & Partial<Payload>;

/**
 * Defines the payload of a mutation whose input is invalid, except for `userErrors`. The mutation itself does not run.
 * @param answer receives the input as GraphQL parsed it, and the resolver for lookups; may add `userErrors` for rules
 * that involve several fields
 */
export function RefusesInput<Payload extends { userErrors: unknown }>(
  // Typed as `never`, because each mutation has other classes.
  answer: (input: never, resolver: never) => Refused<Payload> | Promise<Refused<Payload>>,
): MethodDecorator {
  return applyDecorators(SetMetadata(REFUSES_INPUT, answer), UseInterceptors(InvalidInputInterceptor));
}
