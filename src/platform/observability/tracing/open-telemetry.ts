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

// A minute of a busy replica. Later ones are dropped while the collector is away.
const MAX_QUEUED_SPANS = 10_000;
const SEND_EVERY_MS = 5_000;
const SEND_TIMEOUT_MS = 5_000;

// A collector that is away for an hour is worth a line a minute, and not one for each batch.
const TELL_EVERY_MS = 60_000;

const KINDS: Readonly<Record<WorkKind, SpanKind>> = {
  request: SpanKind.SERVER,
  webhook: SpanKind.SERVER,
  provider: SpanKind.CLIENT,
  transaction: SpanKind.CLIENT,
  mutation: SpanKind.INTERNAL,
  tick: SpanKind.INTERNAL,
};

/** The parts of Purser that this file, which is loaded apart from them, has to share with them. */
export interface SharedParts {
  readonly workChannel: TracingChannel<'purser.work', Work>;
  readonly currentWork: () => Work | null;
  readonly logger: () => LoggerService;
}

/** Makes a span of each piece of work, and sends them by OTLP over HTTP. */
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
      // Purser ends, whether or not anybody takes the last spans.
      await provider.shutdown().catch(() => undefined);
    },
  };
}

class WorkSpans {
  readonly #spans = new WeakMap<Work, Span>();

  constructor(private readonly tracer: Tracer) {}

  /**
   * Ticks look for due rows a few times a second, and most find none. So a tick gets its span with the first thing that
   * is part of it and more than such a look.
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
