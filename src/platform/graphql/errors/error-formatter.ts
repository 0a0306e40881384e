import { randomUUID } from 'node:crypto';
import { HttpException, HttpStatus } from '@nestjs/common';
import { GraphQLError, type GraphQLFormattedError, isValueNode } from 'graphql';
import { ReadTimedOutError } from '../../database/reads/timed-read.js';
import { NoFreeConnectionError } from '../../database/connection/guarded-pool.js';
import { isDatabaseAway } from '../../database/connection/passing-errors.js';
import { BAD_USER_INPUT, isBadUserInput } from './bad-user-input.js';
import { describeFault, type Fault } from './fault.js';
import { publicMessage } from './public-messages.js';

// The exception of Nest's own guards.
const CODES_OF_HTTP_STATUS: ReadonlyMap<number, string> = new Map([
  [HttpStatus.UNAUTHORIZED, 'UNAUTHENTICATED'],
  [HttpStatus.FORBIDDEN, 'FORBIDDEN'],
]);

// A fault that callers may know of: whoever runs Purser is told of each, as of those that are masked.
const DATABASE_UNAVAILABLE = 'DATABASE_UNAVAILABLE';

/**
 * The one door through which errors leave, on both transports. Codes on the allowlist pass with a message that repeats
 * no value; anything else is a fault: the client learns an error id, the log learns what happened.
 */
export class ErrorFormatter {
  constructor(private readonly onFault: (fault: Fault) => void) {}

  /** The error as the client may see it. Never throws, and never carries a stack, a cause or an unknown extension. */
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
 * The innermost error and the code it goes by. A wrapper's code counts only when the cause has none of its own: Apollo
 * wraps our BAD_USER_INPUT of a literal in its GRAPHQL_VALIDATION_FAILED.
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
  // GraphQLError copies the extensions of whatever it wraps, so the code of a foreign error proves nothing.
  return { code: codeOf(cause), cause };
}

function codeOf(cause: unknown): string | null {
  if (cause instanceof ReadTimedOutError) return 'READ_TIMED_OUT';
  if (cause instanceof NoFreeConnectionError) return 'DATABASE_BUSY';
  if (isDatabaseAway(cause)) return DATABASE_UNAVAILABLE;
  return cause instanceof HttpException ? (CODES_OF_HTTP_STATUS.get(cause.getStatus()) ?? null) : null;
}

// The errors that graphql-js finds while it fills in arguments, such as a null variable in a place that takes none.
function codeOfExecution(error: GraphQLError): string | null {
  const node = error.nodes?.[0];
  return node !== undefined && isValueNode(node) ? BAD_USER_INPUT : null;
}
