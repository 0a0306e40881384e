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

/** Answers an invalid input as the mutation's `RefusesInput` says. */
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

/** The payload without the problems found so far, which precede those added here. */
type Refused<Payload extends { userErrors: unknown }> = Omit<Payload, 'userErrors'> & Partial<Payload>;

/**
 * Defines a mutation's payload for an invalid input, besides `userErrors`. Its body does not run.
 * @param answer gets the input as GraphQL parsed it, and the resolver for look-ups; may add `userErrors` for rules
 * across fields
 */
export function RefusesInput<Payload extends { userErrors: unknown }>(
  // Each takes the classes of its own mutation.
  answer: (input: never, resolver: never) => Refused<Payload> | Promise<Refused<Payload>>,
): MethodDecorator {
  return applyDecorators(SetMetadata(REFUSES_INPUT, answer), UseInterceptors(InvalidInputInterceptor));
}
