import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OperationDefinitionNode } from 'graphql';
import { isInNetworks } from '../../../common/network.js';
import type { Config } from '../../config/config.js';
import { currentWork, type RemoteSpan, inSpan } from '../../observability/tracing/spans.js';
import { clientAddress } from './client-address.js';

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

// Operation names are chosen by clients. With letters and underscores only, they cannot contain a card number or a key,
// which have digits.
const TELLABLE_NAME = /^[A-Za-z_]{1,64}$/;

/** Runs a GraphQL request inside a span. If the caller is trusted, the span continues the caller's trace. */
export class RequestSpans {
  constructor(private readonly config: Config) {}

  async run(request: IncomingMessage, response: ServerResponse, handle: () => Promise<void>): Promise<void> {
    const { http, observability } = this.config;
    if (observability.tracing === null) return handle();
    const header = request.headers['traceparent'];
    const { trustedCallers } = observability.tracing;
    const isTrusted = header !== undefined && isInNetworks(clientAddress(request, http.trustedProxies), trustedCallers);
    const remote = isTrusted ? parseTraceparent(String(header)) : null;
    return inSpan(
      'request',
      'GraphQL',
      async (work) => {
        await handle();
        if (work) work.facts['http.response.status_code'] = response.statusCode;
      },
      remote,
    );
  }
}

interface SpanName {
  readonly operation: OperationDefinitionNode;
  /** SHA-256 of the document. */
  readonly hash: string | undefined;
}

/** Names a request's span after its operation, once the document is known to be valid. */
export function nameRequestSpan({ operation: { operation: type, name }, hash }: SpanName): void {
  const work = currentWork();
  if (work?.kind !== 'request') return;
  work.facts['graphql.operation.type'] = type;
  if (hash !== undefined) work.facts['graphql.document.hash'] = hash;
  if (name && TELLABLE_NAME.test(name.value)) work.facts['graphql.operation.name'] = name.value;
  work.name = `GraphQL ${type}`;
}

export function parseTraceparent(header: string): RemoteSpan | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}
