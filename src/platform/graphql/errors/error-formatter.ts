import { randomUUID } from 'node:crypto';
import { HttpException, HttpStatus } from '@nestjs/common';
import { GraphQLError, type GraphQLFormattedError, isValueNode } from 'graphql';
import { ReadTimedOutError } from '../../database/reads/timed-read.js';
import { NoFreeConnectionError } from '../../database/connection/guarded-pool.js';
import { isDatabaseAway } from '../../database/connection/passing-errors.js';
import { BAD_USER_INPUT, isBadUserInput } from './bad-user-input.js';
import { describeFault, type Fault } from './fault.js';
import { publicMessage } from './public-messages.js';

// Codes for the exceptions that Nest's own guards throw.
const CODES_OF_HTTP_STATUS: ReadonlyMap<number, string> = new Map([
  [HttpStatus.UNAUTHORIZED, 'UNAUTHENTICATED'],
  [HttpStatus.FORBIDDEN, 'FORBIDDEN'],
]);

// The only fault whose message is safe to return. It is logged like the masked ones.
const DATABASE_UNAVAILABLE = 'DATABASE_UNAVAILABLE';

/**
 * Formats every error for clients, on both transports. Errors with an allowed code keep their message, which contains
 * no value. Everything else is a fault: the client gets an error id, and the log gets the details.
 */
export class ErrorFormatter {
  constructor(private readonly onFault: (fault: Fault) => void) {}

  /**
   * Returns the error in the form that the client may see. Never throws, and never includes a stack, a cause or an
   * unknown extension.
   */
  format(error: unknown): GraphQLFormattedError {
    const outer = error instanceof GraphQLError ? error.toJSON() : undefined;
    const place = {
      ...(outer?.locations !== undefined && { locations: outer.locations }),
      ...(outer?.path !== undefined && { path: outer.path }),
    };
    const { code, cause } = diagnose(error);
    const message = code === null ? null : publicMessage(code, cause);
    if (code === null || message === null || code === DATABASE_UNAVAILABLE) {
      const errorId = randomUUID();
      this.onFault(describeFault({ error: cause, errorId, path: outer?.path }));
      const shown = message === null ? 'INTERNAL_SERVER_ERROR' : code;
      return { message: message ?? 'Internal server error', ...place, extensions: { code: shown, errorId } };
    }
    const field = isBadUserInput(cause) ? cause.extensions.field : undefined;
    return { message, ...place, extensions: { code, ...(field !== undefined && { field }) } };
  }
}

/**
 * Returns the innermost error and its code. A wrapper's code is used only if the cause has none, because Apollo wraps
 * our BAD_USER_INPUT for a literal in GRAPHQL_VALIDATION_FAILED.
 */
function diagnose(error: unknown): { code: string | null; cause: unknown } {
  let cause = error;
  let code: string | null = null;
  while (cause instanceof GraphQLError) {
    const own = cause.extensions['code'];
    if (typeof own === 'string') code = own;
    if (cause.originalError === undefined) return { code: code ?? codeOfExecution(cause), cause };
    cause = cause.originalError;
  }
  // GraphQLError copies the extensions of the error it wraps, so the code of a foreign error proves nothing.
  return { code: codeOf(cause), cause };
}

function codeOf(cause: unknown): string | null {
  if (cause instanceof ReadTimedOutError) return 'READ_TIMED_OUT';
  if (cause instanceof NoFreeConnectionError) return 'DATABASE_BUSY';
  if (isDatabaseAway(cause)) return DATABASE_UNAVAILABLE;
  return cause instanceof HttpException ? (CODES_OF_HTTP_STATUS.get(cause.getStatus()) ?? null) : null;
}

// For errors that graphql-js throws while it evaluates arguments, such as a null variable for a non-null argument.
function codeOfExecution(error: GraphQLError): string | null {
  const node = error.nodes?.[0];
  return node !== undefined && isValueNode(node) ? BAD_USER_INPUT : null;
}
