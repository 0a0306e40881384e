import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { ClientRequest, type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { findProjectRoot } from '../../dev/start/project-root.js';
import {
  encode,
  RECORDING_FILE,
  RECORDING_HEADER,
  type RecordedStatement,
  type RecordedStep,
} from './recorded-request.js';

/**
 * Runs the modules that `dist/bundle.cjs` consists of, because the database client inside the bundle cannot be
 * observed. Records every statement and every call to the provider that a marked request makes. The bare server replays
 * these steps, so nobody has to maintain a copy of them.
 */
const file = process.env[RECORDING_FILE];
if (file === undefined) throw new Error(`${RECORDING_FILE} is missing`);

const recording = new AsyncLocalStorage<RecordedStep[]>();
const connections = new WeakMap<object, number>();
let connectionsSeen = 0;

type Method = (this: unknown, ...args: unknown[]) => unknown;

function wrap(prototype: object, name: string, replace: (original: Method) => Method): void {
  const methods = prototype as Record<string, Method>;
  const original = methods[name];
  if (!original) throw new Error(`There is no ${name} to record`);
  methods[name] = replace(original);
}

wrap(
  Server.prototype,
  'emit',
  (emit) =>
    function (event, ...args) {
      const [request, response] = args as [IncomingMessage, ServerResponse];
      const name = event === 'request' ? request.headers[RECORDING_HEADER] : undefined;
      if (typeof name !== 'string') return emit.call(this, event, ...args);
      const steps: RecordedStep[] = [];
      response.once('finish', () => {
        appendFileSync(file, `${JSON.stringify({ name, steps })}\n`);
      });
      return recording.run(steps, () => emit.call(this, event, ...args));
    },
);

wrap(
  pg.Client.prototype,
  'query',
  (query) =>
    function (...args) {
      const steps = recording.getStore();
      const statement = steps && describe(this as object, args);
      if (!statement) return query.apply(this, args);
      steps.push(statement);
      const keep = (result: unknown): void => {
        const rows = (result as { readonly rows?: readonly unknown[] } | undefined)?.rows;
        statement.row = encode(rows?.[0]);
      };
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const tell = callback as (error: unknown, result: unknown) => unknown;
        args[args.length - 1] = (error: unknown, result: unknown) => {
          keep(result);
          return tell(error, result);
        };
        return query.apply(this, args);
      }
      return (query.apply(this, args) as Promise<unknown>).then((result) => {
        keep(result);
        return result;
      });
    },
);

function describe(client: object, [first, second]: readonly unknown[]): RecordedStatement | null {
  const config = typeof first === 'string' ? { text: first } : (first as { text?: string; values?: unknown[] });
  if (typeof config.text !== 'string') return null;
  const values = Array.isArray(second) ? second : (('values' in config ? config.values : undefined) ?? []);
  const connection = connections.get(client) ?? (connectionsSeen += 1);
  connections.set(client, connection);
  return {
    kind: 'statement',
    connection,
    text: config.text,
    values: values.map(encode),
    row: null,
  };
}

const written = new WeakMap<object, string>();

function keepWritten(request: object, chunk: unknown): string {
  const text =
    (written.get(request) ?? '') + (typeof chunk === 'string' || Buffer.isBuffer(chunk) ? chunk.toString() : '');
  written.set(request, text);
  return text;
}

wrap(
  ClientRequest.prototype,
  'write',
  (write) =>
    function (...args) {
      keepWritten(this as object, args[0]);
      return write.apply(this, args);
    },
);

wrap(
  ClientRequest.prototype,
  'end',
  (end) =>
    function (...args) {
      const steps = recording.getStore();
      const request = this as ClientRequest;
      if (steps) {
        const call = {
          kind: 'call' as const,
          method: request.method,
          path: request.path,
          body: keepWritten(request, args[0]),
          answer: '',
        };
        steps.push(call);
        request.prependOnceListener('response', (response: IncomingMessage) => {
          // Hooks `push`, because a `data` listener would start the stream before the client attaches its own reader.
          const push = response.push.bind(response);
          response.push = (chunk: Buffer | null, encoding) => {
            call.answer += chunk?.toString() ?? '';
            return push(chunk, encoding);
          };
        });
      }
      return end.apply(this, args);
    },
);

const purser = pathToFileURL(join(findProjectRoot(), 'dist/purser.js')).href;
await ((await import(purser)) as { startPurser(): Promise<void> }).startPurser();
