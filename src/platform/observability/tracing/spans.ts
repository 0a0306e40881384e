import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';

export type WorkKind = 'request' | 'mutation' | 'transaction' | 'provider' | 'webhook' | 'tick';

/** A caller's span, as in the W3C header `traceparent`. */
export interface RemoteSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/**
 * A piece of work that becomes a span. Names and facts are words from our code, numbers and hashes, but never data that
 * Purser sends or receives, ids, or error texts.
 */
export interface Work {
  readonly kind: WorkKind;
  name: string;
  readonly startedAt: number;
  readonly facts: Record<string, string | number>;
  readonly parent: Work | null;
  readonly remote: RemoteSpan | null;
  /** Set if the work fails, to record what kind of error it was. */
  error?: unknown;
}

export interface Tracing {
  /** Returns the `traceId` and `spanId` of the current work for log lines; nothing if there is no span. */
  readonly ids: () => Readonly<Record<string, string>>;
  /** Exports the remaining spans, for at most a few seconds, and stops. */
  readonly stop: () => Promise<void>;
}

/** The channel on which work is announced to the tracer, if there is one. */
export const workChannel = tracingChannel<'purser.work', Work>('purser.work');

const current = new AsyncLocalStorage<Work>();

/** Returns the innermost work that is running; null without tracing. */
export function currentWork(): Work | null {
  return current.getStore() ?? null;
}

/**
 * Runs work inside a span. Without tracing this costs only one check.
 * @param run receives the work, so that it can add facts to it; null without tracing
 */
export function inSpan<Result>(
  kind: WorkKind,
  name: string,
  run: (work: Work | null) => Promise<Result>,
  remote: RemoteSpan | null = null,
): Promise<Result> {
  if (!workChannel.start.hasSubscribers) return run(null);
  // A tick that a request wakes also does the work of other callers, so as a child of that request its trace would
  // never end.
  const parent = kind === 'tick' ? null : currentWork();
  const work: Work = { kind, name, startedAt: Date.now(), facts: {}, parent, remote };
  return current.run(work, () => workChannel.tracePromise(() => run(work), work));
}
