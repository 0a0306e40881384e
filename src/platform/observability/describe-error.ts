import { StartError } from '../config/start-error.js';

export interface DescribedError {
  readonly name: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly stack?: string;
  readonly message?: string;
}

// Errors with messages that are written by us, or by the runtime about the program, and never contain data.
const NAMES_WITH_SAFE_MESSAGES = new Set([
  'ConfigError',
  'DatabaseJournalError',
  'ProviderProfileError',
  'StartError',
  'TrustedDocumentsError',
  'UnsealError',
  'TypeError',
  'ReferenceError',
  'RangeError',
]);

/**
 * Reduces an error to an allowlist of what may be logged. Most messages are left out: database errors quote row values,
 * and HTTP errors contain headers.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { name: typeof error };
  const driverError: unknown = 'driverError' in error ? error.driverError : error;
  const code = textField(driverError, 'code');
  const constraint = textField(driverError, 'constraint');
  const isSafe = NAMES_WITH_SAFE_MESSAGES.has(error.name) || error.constructor === Error;
  const stack = framesOf(error);
  return {
    name: error.name,
    ...(code !== null && { code }),
    ...(constraint !== null && { constraint }),
    ...(isSafe && { message: error.message }),
    ...(stack !== null && { stack }),
  };
}

/** Returns the log fields for a failed start: the variable at fault and the remedy, if they are known. */
export function describeStartError(error: unknown): object {
  if (!(error instanceof StartError)) return { err: error };
  const { variable, hint, cause } = error;
  return { variable, hint, ...(cause !== undefined && { err: cause }) };
}

function textField(value: unknown, field: string): string | null {
  if (typeof value !== 'object' || value === null || !(field in value)) return null;
  const text = (value as Record<string, unknown>)[field];
  return typeof text === 'string' ? text : null;
}

/** Returns the stack frames without the first line of the stack, which repeats the message. */
export function framesOf(error: Error): string | null {
  const stack = error.stack ?? '';
  // A message of several lines may look like stack frames, so everything up to the end of the message is removed.
  const end = stack.indexOf(error.message);
  const rest = end < 0 ? '' : stack.slice(end + error.message.length);
  const frames = rest.split('\n').filter((line) => /^\s+at /.test(line));
  return frames.length > 0 ? frames.map((line) => line.trim()).join(' | ') : null;
}
