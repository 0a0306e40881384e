import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';

export type WorkKind = 'request' | 'mutation' | 'transaction' | 'provider' | 'webhook' | 'tick';

/** A span of a caller, as W3C's `traceparent` names it. */
export interface RemoteSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/**
 * A piece of work that a span is made of. Names and facts are words of Purser's own, numbers and hashes: nothing that was
 * sent to it or that it sends, no id and no text of an error.
 */
export interface Work {
  readonly kind: WorkKind;
  name: string;
  readonly startedAt: number;
  readonly facts: Record<string, string | number>;
  /** The work that it is part of. */
  readonly parent: Work | null;
  readonly remote: RemoteSpan | null;
  /** Set when it fails, for the kind of the error. */
  error?: unknown;
}

/** Traces are being made and sent. */
export interface Tracing {
  /** `traceId` and `spanId` of the work under way, for a line of the log; neither where no span has begun. */
  readonly ids: () => Readonly<Record<string, string>>;
  /** Sends what is left, for a few seconds at most, and makes no more. */
  readonly stop: () => Promise<void>;
}

/** Where pieces of work are told of, while anybody listens. */
export const workChannel = tracingChannel<'purser.work', Work>('purser.work');

const current = new AsyncLocalStorage<Work>();

/** The innermost piece of work under way; null where no traces are made. */
export function currentWork(): Work | null {
  return current.getStore() ?? null;
}

/**
 * Does a piece of work, and tells whoever makes traces. Where nobody does it costs the look whether anybody listens.
 *
 * @param run is given the work to add facts to, and null where nobody listens
 */
export function inSpan<Result>(
  kind: WorkKind,
  name: string,
  run: (work: Work | null) => Promise<Result>,
  remote: RemoteSpan | null = null,
): Promise<Result> {
  if (!workChannel.start.hasSubscribers) return run(null);
  // A tick that is woken by a request or by a tick goes on for others: as a part of it the chain would never end.
  const parent = kind === 'tick' ? null : currentWork();
  const work: Work = { kind, name, startedAt: Date.now(), facts: {}, parent, remote };
  return current.run(work, () => workChannel.tracePromise(() => run(work), work));
}
