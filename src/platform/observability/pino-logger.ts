import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger as Pino } from 'pino';
import { describeError } from './describe-error.js';

type Level = 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'fatal';

// Errors are already reduced to descriptions, which pino would label "Object".
const AS_IT_IS = { err: (described: unknown): unknown => described };

/**
 * Nest's logger on top of pino. Writes one JSON line per event, with the properties of an object as fields; an `err` is
 * reduced to what `describeError` allows.
 */
export class PinoLogger implements LoggerService {
  readonly #pino: Pino;

  /** @param ids returns the ids that are added to each line, taken from the work in which it is logged */
  constructor({ level, destination, ids }: { level: string; destination?: DestinationStream; ids?: () => object }) {
    this.#pino = pino(
      {
        level,
        base: { pid: process.pid },
        timestamp: pino.stdTimeFunctions.isoTime,
        serializers: AS_IT_IS,
        ...(ids && { mixin: ids }),
      },
      destination ?? pino.destination({ dest: 1, sync: true }),
    );
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  // Nest passes the name of the logging class as the last parameter.
  private write(level: Level, message: unknown, rest: unknown[]): void {
    // Checked before anything else, because a busy worker suppresses thousands of lines a second.
    if (!this.#pino.isLevelEnabled(level)) return;
    const last = rest.at(-1);
    // Nest logs a failed start before it throws the error. `boot_failed` reports the same error with a remedy.
    if (last === 'ExceptionHandler') return;
    const context = typeof last === 'string' ? { context: last } : {};
    if (message instanceof Error) this.#pino[level]({ ...context, err: describeError(message) });
    else if (typeof message === 'object' && message !== null)
      this.#pino[level]({ ...context, ...describeErrorIn(message) });
    else this.#pino[level](context, String(message));
  }
}

/** Not done in a serializer, because pino would copy the error's message into the line. */
function describeErrorIn(fields: object): object {
  return 'err' in fields ? { ...fields, err: describeError(fields.err) } : fields;
}
