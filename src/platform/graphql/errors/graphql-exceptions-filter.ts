import { type ArgumentsHost, BadRequestException, Catch, NotFoundException } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';
import type { GqlContextType } from '@nestjs/graphql';

/**
 * Passes exceptions from resolvers to GraphQL unchanged. Nest would log them with their message, but without the error
 * id that the client will quote. HTTP routes use Nest's filter, except where it would repeat the URL, because the URL
 * for order webhooks contains a secret.
 */
@Catch()
export class GraphqlExceptionsFilter extends BaseExceptionFilter {
  /** Returns the exception, because GraphQL treats a returned error like a thrown one. */
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
