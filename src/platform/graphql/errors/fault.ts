import { framesOf } from '../../observability/describe-error.js';

/** A fault as it is logged. The client was given the `errorId`, by which support finds the log line. */
export interface Fault {
  readonly errorId: string;
  /** The field that failed, such as `payouts.edges.0.node`; absent before execution. */
  readonly path?: string;
  readonly name: string;
  readonly code?: string;
  readonly sqlState?: string;
  readonly constraint?: string;
  /** Only the stack frames, because the first line of a stack repeats the message. */
  readonly stack?: string;
}

const SQL_STATE = /^[0-9A-Z]{5}$/;
const PLAIN_WORD = /^\w{1,100}$/;

/**
 * Reduces an error to an allowlist of what may be logged. The message is excluded: database errors quote row values,
 * HTTP errors contain headers, and both may contain a card number that was typed into the wrong field.
 */
export function describeFault({
  error,
  errorId,
  path,
}: {
  readonly error: unknown;
  readonly errorId: string;
  readonly path: readonly (string | number)[] | undefined;
}): Fault {
  const driverError = fieldOf(error, 'driverError') ?? error;
  const sqlState = wordOf(driverError, 'code', SQL_STATE);
  const code = wordOf(error, 'code', PLAIN_WORD);
  const constraint = wordOf(driverError, 'constraint', PLAIN_WORD);
  const stack = error instanceof Error ? framesOf(error) : null;
  return {
    errorId,
    ...(path !== undefined && { path: path.join('.') }),
    name: error instanceof Error ? error.name : typeof error,
    ...(code !== undefined && { code }),
    ...(sqlState !== undefined && { sqlState }),
    ...(constraint !== undefined && { constraint }),
    ...(stack !== null && { stack }),
  };
}

function fieldOf(error: unknown, field: string): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[field] : undefined;
}

function wordOf(error: unknown, field: string, allowed: RegExp): string | undefined {
  const value = fieldOf(error, field);
  return typeof value === 'string' && allowed.test(value) ? value : undefined;
}
