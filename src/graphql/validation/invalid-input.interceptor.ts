import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { GqlExecutionContext } from '@nestjs/graphql';
import { catchError, type Observable } from 'rxjs';
import { InvalidInput, type InputUserError } from './invalid-input.js';
import { REFUSES_INPUT } from './refuses-input.decorator.js';

interface Refused {
  readonly userErrors?: readonly InputUserError[];
}

type Answer = (input: unknown, resolver: unknown) => Refused | Promise<Refused>;

/** Answers an input that breaks the rules of its class as the mutation's `RefusesInput` says. */
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
