import { type ArgumentsHost, BadRequestException, Catch, NotFoundException } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import type { GqlContextType } from '@nestjs/graphql';

/**
 * Hands what a resolver threw to GraphQL as it is. Nest would log it first, message and all, and once more without the
 * error id under which the client will ask for it. Exceptions of HTTP routes take Nest's usual way, but for what would
 * repeat the address: that of order webhooks is a secret.
 */
@Catch()
export class GraphqlExceptionsFilter extends BaseExceptionFilter {
  /** The exception itself for GraphQL, which takes an error that a resolver returns as one that it threw. */
  override catch(exception: unknown, host: ArgumentsHost): unknown {
    if (host.getType<GqlContextType>() === 'graphql') return exception;
    super.catch(withoutAddress(exception), host);
    return undefined;
  }
}

function withoutAddress(exception: unknown): unknown {
  if (exception instanceof NotFoundException) return new NotFoundException();
  return exception instanceof BadRequestException ? new BadRequestException() : exception;
}
