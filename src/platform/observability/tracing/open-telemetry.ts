import type { TracingChannel } from 'node:diagnostics_channel';
import type { LoggerService } from '@nestjs/common';
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { TracingSettings } from '../../config/config.js';
import type { Tracing, Work, WorkKind } from './spans.js';

// As many as a busy replica makes in a minute. Further spans are dropped while the collector is unavailable.
const MAX_QUEUED_SPANS = 10_000;
const SEND_EVERY_MS = 5_000;
const SEND_TIMEOUT_MS = 5_000;

// While the collector is unavailable, one line a minute is logged instead of one per batch.
const TELL_EVERY_MS = 60_000;

const KINDS: Readonly<Record<WorkKind, SpanKind>> = {
  request: SpanKind.SERVER,
  webhook: SpanKind.SERVER,
  provider: SpanKind.CLIENT,
  transaction: SpanKind.CLIENT,
  mutation: SpanKind.INTERNAL,
  tick: SpanKind.INTERNAL,
};

/** What this file needs from the rest of Purser. It is passed in, because the file is loaded separately. */
export interface SharedParts {
  readonly workChannel: TracingChannel<'purser.work', Work>;
  readonly currentWork: () => Work | null;
  readonly logger: () => LoggerService;
}

/** Creates a span for each piece of work, and exports spans by OTLP over HTTP. */
export function sendSpans(settings: TracingSettings & { readonly version: string }, parts: SharedParts): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: headersIn(settings.headers?.reveal() ?? ''),
    timeoutMillis: SEND_TIMEOUT_MS,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName, 'service.version': settings.version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.sampledShare) }),
    spanProcessors: [
      new BatchSpanProcessor(tellingOfFailures(exporter, parts.logger), {
        maxQueueSize: MAX_QUEUED_SPANS,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_TIMEOUT_MS,
      }),
    ],
  });
  const spans = new WorkSpans(provider.getTracer('purser'));
  const listeners = {
    start: (work: Work) => {
      spans.begin(work);
    },
    end: () => undefined,
    asyncStart: () => undefined,
    error: () => undefined,
    asyncEnd: (work: Work) => {
      spans.end(work);
    },
  };
  parts.workChannel.subscribe(listeners);
  return {
    ids: () => spans.idsOf(parts.currentWork()),
    stop: async () => {
      parts.workChannel.unsubscribe(listeners);
      // Purser exits, whether or not the collector accepted the last spans.
      await provider.shutdown().catch(() => undefined);
    },
  };
}

class WorkSpans {
  readonly #spans = new WeakMap<Work, Span>();

  constructor(private readonly tracer: Tracer) {}

  /**
   * Ticks look for due rows several times a second and usually find none, so the span of a tick is only created with
   * its first real work.
   */
  begin(work: Work): void {
    if (work.kind === 'tick') return;
    if (work.kind === 'transaction' && work.parent?.kind === 'tick' && !this.#spans.has(work.parent)) return;
    this.open(work);
  }

  end(work: Work): void {
    const hasFailed = 'error' in work;
    const span = hasFailed ? this.open(work) : this.#spans.get(work);
    if (!span) return;
    span.updateName(work.name);
    span.setAttributes(work.facts);
    if (hasFailed) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', work.error instanceof Error ? work.error.constructor.name : 'unknown');
    }
    span.end();
  }

  idsOf(work: Work | null): Readonly<Record<string, string>> {
    const span = work && this.#spans.get(work);
    if (!span) return {};
    const { traceId, spanId } = span.spanContext();
    return { traceId, spanId };
  }

  private open(work: Work): Span {
    const known = this.#spans.get(work);
    if (known) return known;
    const { kind, name, startedAt } = work;
    const span = this.tracer.startSpan(name, { kind: KINDS[kind], startTime: startedAt }, this.contextOf(work));
    span.setAttribute('purser.kind', kind);
    this.#spans.set(work, span);
    return span;
  }

  private contextOf({ parent, remote }: Work): Context {
    if (parent) return trace.setSpan(ROOT_CONTEXT, this.open(parent));
    return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
  }
}

function headersIn(text: string): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const end = pair.indexOf('=');
    return end < 0 ? [] : [[pair.slice(0, end).trim(), pair.slice(end + 1).trim()] as const];
  });
  return Object.fromEntries(pairs);
}

function tellingOfFailures(exporter: SpanExporter, logger: () => LoggerService): SpanExporter {
  let toldAt = -Infinity;
  return {
    export: (spans, onResult) => {
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - toldAt >= TELL_EVERY_MS) {
          toldAt = performance.now();
          logger().warn({ event: 'traces_not_sent', spans: spans.length }, 'Tracing');
        }
        onResult(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  };
}
