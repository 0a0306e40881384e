import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}

interface OtlpRequest {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[] }[];
}

export interface CollectedSpan extends Pick<OtlpSpan, 'traceId' | 'spanId' | 'name'> {
  readonly parentSpanId: string | undefined;
  readonly facts: Readonly<Record<string, string | number | undefined>>;
}

/** A collector of traces that keeps everything it receives. */
export class SpanCollector {
  readonly received: string[] = [];

  static async start(): Promise<SpanCollector> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new SpanCollector(server);
  }

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        this.received.push(`${request.url ?? ''}\n${JSON.stringify(request.headers)}\n${body}`);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get spans(): readonly CollectedSpan[] {
    return this.received
      .map((request) => JSON.parse(request.split('\n').slice(2).join('\n')) as OtlpRequest)
      .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId, name, attributes }) => ({
        ...{ traceId, spanId, name },
        parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
        facts: Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue])),
      }));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
