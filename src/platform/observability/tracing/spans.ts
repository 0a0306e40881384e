import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';

export type WorkKind = 'request' | 'mutation' | 'transaction' | 'provider' | 'webhook' | 'tick';

/** A caller's span, as in W3C's `traceparent`. */
export interface RemoteSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/**
 * A piece of work that becomes a span. Names and facts are Purser's own words, numbers and hashes: never data it sends
 * or receives, ids, or error texts.
 */
export interface Work {
  readonly kind: WorkKind;
  name: string;
  readonly startedAt: number;
  readonly facts: Record<string, string | number>;
  readonly parent: Work | null;
  readonly remote: RemoteSpan | null;
  /** Set if it fails, for the kind of the error. */
  error?: unknown;
}

export interface Tracing {
  /** `traceId` and `spanId` of the current work for log lines; empty without a span. */
  readonly ids: () => Readonly<Record<string, string>>;
  /** Exports the remaining spans for at most a few seconds, and stops. */
  readonly stop: () => Promise<void>;
}

/** Announces work to the tracer, if there is one. */
export const workChannel = tracingChannel<'purser.work', Work>('purser.work');

const current = new AsyncLocalStorage<Work>();

/** The innermost current work; null without tracing. */
export function currentWork(): Work | null {
  return current.getStore() ?? null;
}

/**
 * Runs work inside a span. Without tracing it costs one check.
 * @param run gets the work, to add facts to it; null without tracing
 */
export function inSpan<Result>(
  kind: WorkKind,
  name: string,
  run: (work: Work | null) => Promise<Result>,
  remote: RemoteSpan | null = null,
): Promise<Result> {
  if (!workChannel.start.hasSubscribers) return run(null);
  // Other callers' work follows in a woken tick, so as a child of the request its trace would never end.
  const parent = kind === 'tick' ? null : currentWork();
  const work: Work = { kind, name, startedAt: Date.now(), facts: {}, parent, remote };
  return current.run(work, () => workChannel.tracePromise(() => run(work), work));
}
